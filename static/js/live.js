/* Live updates. A page with <div id="live-source" data-live="/g/ID/live" data-seq data-target> hears where the game
   stands and fetches itself again when it has moved on. Whoever is in the middle of entering something is only told.
   A stream that cannot be had is replaced by asking every few seconds; a phone that slept asks when it wakes. A stream
   beats every two seconds; after a silence the server is asked, and when it does not answer the page says so, within
   five seconds in all and until it answers again. */

const FIRST_WAIT = 1000, LONGEST_WAIT = 5000, POLL_MS = 3000, TRY_STREAM_AGAIN_MS = 60000;
const SILENCE_MS = 2800, ANSWER_MS = 1700;
const STEP = /\/(?:start|vehicles|actions|hazards|spice|end)\/(\d+)(?:\/now)?$/;
const NOT_ALLOWED = [401, 403, 404, 410];

const live = {
  stream: null, failures: 0, timer: 0, watchdog: 0, pollUntil: 0, over: false,
  known: null,      // the seq as last heard
  shown: 0,         // the seq that the page shows
  earlier: false,   // the page shows an earlier step on purpose
  sending: 0, fetching: false, mine: false,
};

/* A device that wants to be called goes on listening when nobody looks at it. */
const away = () => document.hidden && !(source()?.dataset.calls && document.documentElement.dataset.call !== "off");
const source = () => document.getElementById("live-source");
const bar = () => document.getElementById("live-bar");
/* app.js says it. */
const line = (kind) => document.dispatchEvent(new CustomEvent("line", { detail: kind }));

/* --- what the page shows ------------------------------------------------------------------------------- */
function look() {
  const box = source();
  if (!box) return;
  const main = document.getElementById("main"), step = STEP.exec(location.pathname);
  const fields = [...document.querySelectorAll("#table input[name=seq]")].map((field) => Number(field.value));
  // the page says so, or its forms do, or the address of a step; a page with none of these shows the last news
  const said = main?.dataset.seq ? Number(main.dataset.seq) : fields.length ? Math.max(...fields) : null;
  const newest = said ?? Math.max(live.known ?? 0, Number(box.dataset.seq ?? 0));
  live.shown = said ?? (step ? Number(step[1]) : newest);
  live.earlier = !live.mine && step !== null && Number(step[1]) < newest;
  live.mine = false;
  show(false);
}

function busyWithForm() {
  const main = document.querySelector(source().dataset.target);
  if (!main) return false;
  if (STEP.test(location.pathname) && /[?&](?!back=)/.test(location.search)) return true;
  if (main.querySelector("[data-slot][data-face]:not([data-face=''])")) return true;
  return [...main.querySelectorAll("input:not([type=hidden]),select,textarea")].some(changed);
}

function changed(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement) {
    const was = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(was, 0);
  }
  return field.value !== field.defaultValue;
}

/* --- news -------------------------------------------------------------------------------------------------- */
function heard(seq) {
  live.known = seq;
  if (live.sending || live.fetching) return;
  catchUp();
}

function catchUp() {
  const { known } = live;
  if (!known || !source()) return;
  if (known <= live.shown) return show(false);
  if (live.earlier || busyWithForm()) return show(true);
  refresh();
}

function address() {
  const box = source();
  if (box.dataset.refresh) return box.dataset.refresh;
  return STEP.test(location.pathname) ? box.dataset.live.replace(/\/live$/, "") : location.pathname + location.search;
}

/* Fetches the page anew. What is shown afterwards decides whether that was the newest; a fetch that failed is tried
   again with the next news and not at once. */
async function refresh(to = address()) {
  const box = source(), before = live.shown;
  if (!window.htmx || live.fetching) return;
  live.fetching = live.mine = true;
  live.earlier = false;
  show(false);
  try {
    await window.htmx.ajax("GET", to, { target: box.dataset.target, swap: "outerHTML", source: box });
  } catch { /* app.js has said so */ }
  live.fetching = false;
  look();
  if (live.shown > before) catchUp();
}

/* A swap is done and the address is right: what does the page show now, and is that the newest? */
function settled() {
  look();
  catchUp();
}

function show(on) {
  const one = bar();
  if (!one || one.hidden !== on) return;
  one.hidden = !on;
  if (!on) return;
  document.dispatchEvent(new CustomEvent("announce", { detail: { value: one.textContent.trim() } }));
  document.dispatchEvent(new Event("moved"));
}

/* --- the stream and its replacement --------------------------------------------------------------------------- */
function connect() {
  clearTimeout(live.timer);
  close();
  const box = source();
  if (!box || live.over || away()) return;
  if (!window.EventSource || performance.now() < live.pollUntil) return poll();
  const stream = live.stream = new EventSource(box.dataset.live);
  guard();
  stream.addEventListener("beat", () => { guard(); line("stands"); });
  stream.addEventListener("seq", (e) => {
    live.failures = 0;
    guard();
    line("stands");
    document.dispatchEvent(new CustomEvent("news"));
    heard(Number(e.data));
  });
  stream.addEventListener("error", () => { if (live.stream === stream) failed(); });
}

function close() {
  clearTimeout(live.watchdog);
  live.stream?.close();
  live.stream = null;
}

/* A connection that is dead without anybody saying so (a phone that changed networks) is noticed by its silence. */
function guard() {
  clearTimeout(live.watchdog);
  live.watchdog = setTimeout(doubt, SILENCE_MS);
}

async function doubt() {
  const { stream, watchdog } = live, answer = await place();
  // a beat that came meanwhile set another watchdog: then the stream was only late
  if (live.stream === stream && live.watchdog === watchdog && answer !== "gone") failed();
}

function failed() {
  close();
  live.failures += 1;
  if (live.failures >= 3) live.pollUntil = performance.now() + TRY_STREAM_AGAIN_MS;
  // not all devices of a table at once
  const wait = Math.min(FIRST_WAIT * 2 ** (live.failures - 1), LONGEST_WAIT) * (0.7 + 0.6 * Math.random());
  clearTimeout(live.timer);
  live.timer = setTimeout(live.failures === 1 ? ask : connect, wait);
}

/* Whether there is a server at all, and whether this device still has a seat. */
async function ask() {
  const answer = await place();
  if (answer !== "gone") connect();
}

async function poll() {
  const answer = await place();
  if (answer === "gone") return;
  clearTimeout(live.timer);
  const again = performance.now() < live.pollUntil && window.EventSource ? poll : connect;
  if (answer === "none") live.failures += 1;
  else if (again === connect) live.failures = 0;
  const wait = answer === "none" ? Math.min(POLL_MS * live.failures, LONGEST_WAIT) : POLL_MS;
  live.timer = setTimeout(() => { if (!away()) again(); }, wait);
}

async function place() {
  const box = source(), patience = new AbortController();
  if (!box) return "gone";
  const limit = setTimeout(() => patience.abort(), ANSWER_MS);
  try {
    const ask = { headers: { Accept: "application/json" }, cache: "no-store", signal: patience.signal };
    const answer = await fetch(`${box.dataset.live}/seq`, ask);
    if (NOT_ALLOWED.includes(answer.status)) {
      // the page says by itself why: this device was removed, or the game deleted
      if (!live.over) location.reload();
      live.over = true;
      close();
      return "gone";
    }
    if (!answer.ok) throw new Error(String(answer.status));
    const { seq } = await answer.json();
    line("stands");
    heard(seq);
    return "some";
  } catch {
    if (!document.hidden) line("lost");
    return "none";
  } finally {
    clearTimeout(limit);
  }
}

/* Awake again: ask at once, whatever the plan was. */
function wake() {
  if (document.hidden) return;
  live.failures = 0;
  connect();
  if (live.stream) place();
}

/* --- what happens on the page ------------------------------------------------------------------------------------ */
document.addEventListener("visibilitychange", () => { if (away()) { clearTimeout(live.timer); close(); } else wake(); });
window.addEventListener("online", wake);
window.addEventListener("pageshow", (e) => { if (e.persisted) wake(); });
window.addEventListener("pagehide", close);
document.addEventListener("htmx:before:request", (e) => { if (!isMine(e)) live.sending += 1; });
document.addEventListener("htmx:finally:request", (e) => {
  if (isMine(e)) return;
  live.sending = Math.max(0, live.sending - 1);
  setTimeout(settled, 0);
});
document.addEventListener("htmx:after:history:restore", () => setTimeout(settled, 0));
/* An update is no step of the reader: the address changes, the way back does not grow. */
document.addEventListener("htmx:before:history:update", (e) => { if (isMine(e)) e.detail.history.type = "replace"; });
document.addEventListener("click", (e) => {
  const link = e.target.closest?.("[data-live-show]");
  if (!link || !window.htmx || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  refresh(source().dataset.refresh ?? link.getAttribute("href"));
});

function isMine(e) { return (e.detail?.ctx?.sourceElement ?? e.detail?.sourceElement)?.id === "live-source"; }

look();
connect();
