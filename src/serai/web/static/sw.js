// The service worker: keeps the score pads and the rules for when there is no network. The server puts before this what to
// keep (`KEPT`). Tables, programs' requests, streams and forms are none of its business: they pass as if it were not there.

const CACHE = `serai-${KEPT.version}`;
const OURS = "serai-";
const PATIENCE = 3000; // ms after which the server counts as out of reach, when there is something kept to show
const SILENCE = 15000; // ms for which it is then not waited for again
const AT_ONCE = 6; // requests while everything is fetched

const pages = new Set(KEPT.pages);
const files = new Set(KEPT.files);
const aside = ["/t/", "/api/", "/replay/", "/join", "/tables", "/metrics", "/language"]; // never touched, not even to say that we are offline

let silentUntil = 0;

addEventListener("install", (event) => {
  skipWaiting();
  const direct = ["/t/*", "/api/*", "/replay/*"].map((pathname) => ({ condition: { urlPattern: { pathname } }, source: "network" }));
  event.addRoutes?.(direct)?.catch?.(() => {}); // where browsers have it, tables do not even wake us
  event.waitUntil(fetchAll([...KEPT.files, ...KEPT.pages]));
});

addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

/** Fetch and keep, a few at a time; all or nothing. */
async function fetchAll(paths) {
  const cache = await caches.open(CACHE);
  const answers = new Map();
  const queue = [...paths];
  const fetchSome = async () => {
    for (let path = queue.shift(); path; path = queue.shift()) {
      const answer = await fetch(path, { cache: "no-cache" });
      if (!answer.ok || answer.redirected) throw new Error(`${path}: ${answer.status}`);
      answers.set(path, new Response(await answer.blob(), answer)); // read now: unread answers hold connections
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
  await Promise.all([...answers].map(([path, answer]) => cache.put(path, answer)));
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (aside.some((path) => url.pathname.startsWith(path))) return;
  if (pages.has(url.pathname) && request.mode === "navigate") event.respondWith(newest(event, url.pathname, true));
  else if (files.has(url.pathname)) event.respondWith(newest(event, url.pathname, false));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(sayOffline));
});

/** From the server while it answers, else from the cache. */
async function newest(event, path, isPage) {
  const response = fetch(event.request);
  const cache = await caches.open(CACHE);
  const cached = await cache.match(path);
  if (!cached) return response;
  try {
    const answer = await (Date.now() < silentUntil ? Promise.race([response, late(0)]) : Promise.race([response, late(PATIENCE)]));
    if (answer.status >= 500) return cached;
    if (isPage && answer.ok && !answer.redirected) event.waitUntil(cache.put(path, answer.clone()));
    return answer;
  } catch {
    response.catch(() => {});
    silentUntil = Date.now() + SILENCE;
    return cached;
  }
}

function late(milliseconds) {
  return new Promise((_, reject) => setTimeout(reject, milliseconds, new Error("the server is silent")));
}

async function sayOffline() {
  return (await (await caches.open(CACHE)).match(KEPT.offline)) ?? Response.error();
}

/** A page says in which language it is; when others are kept than that, all pages are fetched again. */
addEventListener("message", (event) => {
  const { language } = event.data ?? {};
  if (typeof language === "string") event.waitUntil(refreshLanguage(language).then((isKept) => event.ports[0]?.postMessage(isKept)));
});

async function refreshLanguage(language) {
  try {
    const cache = await caches.open(CACHE);
    const cached = await (await cache.match(KEPT.offline))?.text();
    if (!cached?.includes(`<html lang="${language}"`)) await fetchAll(KEPT.pages);
    return true;
  } catch {
    return false;
  }
}
