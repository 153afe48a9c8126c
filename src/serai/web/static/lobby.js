// Pages away from a table.

import { page } from "/static/page.js";

page();
