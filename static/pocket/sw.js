/* The service worker of the app in the pocket. It keeps nothing in mind: any moment it may be stopped.

   BASE/app/...          a page of the frame: handed over to the page around, which has the app; that one itself when
                         somebody opens the address
   BASE/app/static/...   the app's own files, out of the cache
   BASE/...              the files of the bundle, out of the cache
   ...?now, ...?load=    the network, whatever is in the cache */

const BASE = self.registration.scope;
const CACHES = `arrakis-pocket ${new URL(BASE).pathname}`, CURRENT = `${BASE}current`;
const NO_BODY = [101, 204, 205, 304], MOVED = [301, 302, 303, 307, 308];

self.addEventListener("install", (e) => e.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (e) => {
  const { request } = e, url = new URL(request.url);
  if (!url.href.startsWith(BASE) || url.searchParams.has("now") || url.searchParams.has("load")) return;
  const path = url.pathname.slice(new URL(BASE).pathname.length);
  const inside = path === "app" || path.startsWith("app/");
  if (request.mode === "navigate" && request.destination !== "iframe" && (inside || !path)) e.respondWith(shell());
  else if (path.startsWith("app/static/")) e.respondWith(file(request, path.slice("app/".length)));
  else if (inside) e.respondWith(handOver(request));
  else if (request.method === "GET") e.respondWith(file(request, path || "index.html"));
});

/* --- files of the bundle ------------------------------------------------------------------------------------------ */
async function kept(path) {
  const current = await (await caches.open(CACHES)).match(CURRENT);
  const names = (await caches.keys()).filter((name) => name.startsWith(`${CACHES} `));
  const first = current && `${CACHES} ${await current.text()}`;
  for (const name of [first, ...names.filter((one) => one !== first)]) {
    const found = name && await caches.match(BASE + path, { cacheName: name });
    if (found) return found;
  }
  return null;
}

async function file(request, path) { return (await kept(path)) ?? fetch(request); }

/* Its addresses are relative, and it may stand at the address of any page of the app. */
async function shell() {
  const found = (await kept("index.html")) ?? await fetch(`${BASE}index.html`);
  const text = await found.text();
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(text.replace("<head>", `<head><base href="${BASE}">`), { status: found.status, headers });
}

/* --- requests of the app --------------------------------------------------------------------------------------------- */
async function handOver(request) {
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const headers = [...request.headers];
  if (request.referrer) headers.push(["referer", request.referrer]);
  const question = { method: request.method, url: request.url, headers, body };
  const { status, headers: said, body: bytes } = await asked(question);
  const sent = new Headers(said);
  const place = sent.get("Location");
  if (MOVED.includes(status) && place) return Response.redirect(new URL(place, request.url), status);
  return new Response(NO_BODY.includes(status) || request.method === "HEAD" ? null : bytes, { status, headers: sent });
}

/* All pages around are asked; the one that has the app answers. */
async function asked(question) {
  const pages = (await self.clients.matchAll({ type: "window" })).filter((one) => one.frameType === "top-level");
  return new Promise((done) => {
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => done(data);
      page.postMessage({ kind: "ask", question }, [port2]);
    }
  });
}
