// The browser's own check of records, under Node.js: each line in is a record and its receipt or null, each line out what
// `verify` finds of them, or a sentence that says why it finds nothing. Where the package is comes as an argument, a URL that ends in a slash.

import { register } from "node:module";
import { createInterface } from "node:readline";

// Pages name scripts by their addresses on the server: these are the files that it would answer with.
const hooks = `
  let folders = [];
  export function initialize(root) {
    folders = [["/static/games/", root + "games/"], ["/static/", root + "web/static/"]];
  }
  export async function resolve(address, context, next) {
    const game = address.match(/^\\/static\\/games\\/(\\w+)\\/(.+)$/);
    const [start, folder] = folders.find(([start]) => address.startsWith(start)) ?? ["", ""];
    const file = game ? \`\${folder}\${game[1]}/page/\${game[2]}\` : folder + address.slice(start.length);
    return { ...(await next(file, context)), format: "module" };
  }
`;

register("data:text/javascript," + encodeURIComponent(hooks), { data: process.argv[2] });
globalThis.document = { documentElement: { lang: "en" }, body: { dataset: { words: process.env.WORDS } } };

const { BadDocument } = await import("/static/documents.js");
const { verify } = await import("/static/fairness.js");

for await (const line of createInterface({ input: process.stdin })) {
  const found = await verify(...JSON.parse(line)).catch((error) => {
    if (!(error instanceof BadDocument)) throw error;
    return { problem: error.message };
  });
  console.log(JSON.stringify(found));
}
