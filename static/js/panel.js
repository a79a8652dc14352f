/* The panel over the map, where the phone stands upright: one line, as it comes, or tall. The grip and the line are
   dragged or tapped; the arrow keys do the same. A new question or order unfolds it by itself, and a go button stays
   below the line. */

const HEIGHTS = ["line", "panel", "tall"];
const DRAG_FROM = 6, FLICK = 0.4, SNAP_MS = 220;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "less";

let chosen = "panel", drag = null, dragged = false;
const panel = () => document.getElementById("main");
/* Beside the map the panel has its own room. */
const beside = matchMedia("(min-width:1000px),(orientation:landscape) and (max-height:500px)");
const foldable = (main) => Boolean(main?.querySelector(".fold")) && !beside.matches;
/* Whether a tap on the map answers the step: other lit areas lead to their sheets. */
const onTheMap = () => document.querySelector('#board-over a.ar.next:not([href*="/area/"],[href*="/zone/"])') !== null;

/* What stays below the line: the last go button. */
function keep(main) {
  for (const one of main.querySelectorAll(".keep")) one.classList.remove("keep");
  const feet = [...main.querySelectorAll(".foot")].filter((one) => !one.closest("details") && one.querySelector(".btn.go"));
  for (let one = feet[feet.length - 1]; one && one !== main; one = one.parentElement) one.classList.add("keep");
}

function show(main, height) {
  chosen = height;
  main.style.height = "";
  if (height === "line") keep(main);
  if (height === "panel") delete main.dataset.height;
  else main.dataset.height = height;
  for (const one of main.querySelectorAll("[data-fold]")) one.setAttribute("aria-expanded", String(height !== "line"));
}

function set(height) {
  const main = panel(), from = main.getBoundingClientRect().height, focused = main.contains(document.activeElement);
  show(main, height);
  const to = main.getBoundingClientRect().height;
  if (focused && !document.activeElement.getClientRects().length) main.querySelector(height === "line" ? ".fold-line" : ".grip").focus({ preventScroll: true });
  if (height !== "line") main.scrollTop = 0;
  if (calm() || Math.abs(from - to) < 2) return;
  main.animate([{ height: `${from}px`, minHeight: `${from}px` }, { height: `${to}px`, minHeight: `${to}px` }],
    { duration: SNAP_MS, easing: "cubic-bezier(.2,.7,.2,1)" });
}

function stepBy(by) {
  const at = HEIGHTS.indexOf(chosen) + by;
  if (HEIGHTS[at]) set(HEIGHTS[at]);
}

/* --- fingers ------------------------------------------------------------------------------------------- */
document.addEventListener("pointerdown", (e) => {
  const grip = e.target.closest?.("[data-fold]"), main = panel();
  dragged = false;
  if (!grip || !main || (e.pointerType === "mouse" && e.button !== 0)) return;
  grip.setPointerCapture(e.pointerId);
  drag = { id: e.pointerId, y: e.clientY, height: main.getBoundingClientRect().height, last: e.clientY, time: e.timeStamp, speed: 0 };
});
document.addEventListener("pointermove", (e) => {
  if (drag?.id !== e.pointerId) return;
  const main = panel(), up = drag.y - e.clientY;
  if (!dragged && Math.abs(up) < DRAG_FROM) return;
  dragged = true;
  drag.speed = (drag.last - e.clientY) / Math.max(e.timeStamp - drag.time, 1);
  drag.last = e.clientY;
  drag.time = e.timeStamp;
  main.dataset.height = "drag";
  main.style.height = `${Math.max(drag.height + up, 56)}px`;
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, (e) => {
  if (drag?.id !== e.pointerId) return;
  const { speed, height } = drag;
  drag = null;
  if (!dragged) return;
  const main = panel(), now = main.getBoundingClientRect().height, was = chosen;
  if (Math.abs(speed) > FLICK) return void set(HEIGHTS[Math.min(Math.max(HEIGHTS.indexOf(was) + Math.sign(speed), 0), 2)]);
  const sizes = HEIGHTS.map((one) => { show(main, one); return main.getBoundingClientRect().height; });
  const best = HEIGHTS.reduce((a, b, n) => Math.abs(sizes[n] - now) < Math.abs(sizes[HEIGHTS.indexOf(a)] - now) ? b : a, HEIGHTS[0]);
  // a panel that is short has no tall form: a drag that hardly moved it changes nothing
  set(Math.abs(now - height) < DRAG_FROM ? was : best);
});

/* --- taps and keys --------------------------------------------------------------------------------------- */
document.addEventListener("click", (e) => {
  if (!e.target.closest?.("[data-fold]")) return;
  if (dragged) dragged = false;
  else set(chosen === "line" ? "panel" : "line");
});
document.addEventListener("keydown", (e) => {
  if (!e.target.closest?.("[data-fold]")) return;
  const by = { ArrowUp: 1, ArrowDown: -1 }[e.key];
  if (by) { e.preventDefault(); stepBy(by); }
});

/* --- a new panel ------------------------------------------------------------------------------------------- */
function renew() {
  const main = panel();
  if (!foldable(main)) return;
  const asks = main.querySelector(".ask,.opt,.btn.go,#notice > *") !== null;
  show(main, chosen === "line" && onTheMap() && !asks ? "line" : "panel");
}
beside.addEventListener("change", (e) => { if (e.matches && panel()) show(panel(), "panel"); });
document.addEventListener("htmx:after:swap", renew);
document.addEventListener("htmx:after:history:restore", renew);
