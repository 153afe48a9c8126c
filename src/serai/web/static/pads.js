// The choice of a score pad; from here on the pads and the rules are kept for when there is no network.

import { kept } from "/static/offline.js";
import { page } from "/static/page.js";

page();
kept();
