// Pages away from a table. From the lobby, too, this browser's numbers are opened: who waits there is waited for.

import { openAll } from "/static/nonce.js";
import { page } from "/static/page.js";

page();
for (const { dataset } of document.querySelectorAll("[data-commitments]")) {
  openAll(dataset.table, JSON.parse(dataset.commitments));
}
