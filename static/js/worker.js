/* The service worker. FACTS (version, files, offline) stands before this text; see companion/web/install.
   Pages come from the network, always: only when that fails, the picture of the last table is shown, which says that
   it is one. Static files carry the hash of their contents in their address, so a kept one is never stale. */

const STATIC = `arrakis-static-${FACTS.version}`, LAST = "arrakis-last", PICTURE = "/offline/last-table";

self.addEventListener("install", (e) => {
  e.waitUntil((async () => {
    const cache = await caches.open(STATIC);
    await cache.addAll([...FACTS.files, FACTS.offline]);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (e) => {
  e.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("arrakis-static-") && name !== STATIC) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== location.origin) return;
  if (e.request.mode === "navigate") e.respondWith(page(e.request, url));
  else if (url.pathname.startsWith("/static/")) e.respondWith(url.searchParams.has("v") ? kept(e.request) : fresh(e.request));
});

async function page(request, url) {
  try {
    return await fetch(request);
  } catch (problem) {
    const last = await (await caches.open(LAST)).match(PICTURE);
    if (last && isOfGame(url, last)) return last;
    const offline = await (await caches.open(STATIC)).match(FACTS.offline);
    if (offline) return offline;
    throw problem;
  }
}

/* The picture is shown for its own game, and for the first page, which leads there. */
function isOfGame(url, last) {
  const game = (path) => path.split("/").slice(0, 3).join("/");
  return url.pathname === "/" || game(url.pathname) === game(last.headers.get("X-Seen-At") ?? "");
}

async function kept(request) {
  const cache = await caches.open(STATIC), found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function fresh(request) {
  try {
    return await fetch(request);
  } catch (problem) {
    const found = await caches.match(request);
    if (found) return found;
    throw problem;
  }
}
