/* The clock of a secret talk. How much is left the server says, by the time of the deed in its log; this device only
   counts on from there, so that all show the same whatever their own clocks say. */

const BELLS = [30, 0];
let ends = 0, ticking = 0, before = 0;

async function begin() {
  clearInterval(ticking);
  const clock = document.querySelector("[data-talk]");
  if (!clock) return;
  const answer = await fetch(clock.dataset.talk, { cache: "no-store" }).catch(() => null);
  const told = answer?.ok ? await answer.json() : null;
  if (typeof told?.left !== "number") return;
  ends = performance.now() + told.left * 1000;
  before = told.left;
  clearInterval(ticking);
  ticking = setInterval(tick, 250);
  tick();
}

function tick() {
  const clock = document.querySelector("[data-talk]");
  if (!clock) { clearInterval(ticking); return; }
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000)), ring = clock.querySelector(".talk-ring");
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (ring.dataset.text !== text) {
    ring.dataset.text = text;
    ring.querySelector(".left-of").textContent = text;
    ring.style.setProperty("--left", String(left / Number(clock.dataset.of)));
    ring.classList.toggle("over", !left);
  }
  for (const at of BELLS) if (before > at && left <= at) ring_at(clock, at);
  if (!left) clock.querySelector("[data-said]").textContent = clock.dataset.over;
  before = left;
}

function ring_at(clock, at) {
  document.dispatchEvent(new CustomEvent("announce", { detail: { value: at ? clock.dataset.half : clock.dataset.over } }));
  document.dispatchEvent(new CustomEvent("heard", { detail: { kind: "bell" } }));
  navigator.vibrate?.(at ? 200 : [200, 100, 200]);
}

document.addEventListener("htmx:after:swap", begin);
document.addEventListener("visibilitychange", () => { if (!document.hidden) begin(); });
begin();
