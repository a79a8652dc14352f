/* No accident: a tap, click or key that confirms counts only when what it confirms has been in sight for about half a
   second, and never while the one before is still on its way. Covers every button that sends and every link that goes
   on inside [data-guard], whose value is the time in milliseconds. Steppers, dice faces, ticks, folds and tabs are left
   alone. data-seen says whether it counts; until then it looks calm (components.css). */

const CONFIRMS = "[data-guard] :is(#main,#bar,.panel) :is(button:not([type=button]),a[href]:not(.icon,.where,.term)):not(.counter *,.parts *)";
const LOOK_AGAIN_MS = 100, IN_SIGHT = 0.5;

const timers = new WeakMap();
let onItsWay = null;

/* Its middle is in sight and nothing lies over it. */
function open(control) {
  const r = control.getBoundingClientRect();
  const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
  return top !== null && control.contains(top);
}

function begin(control) {
  const pause = Number(control.closest("[data-guard]")?.dataset.guard);
  if (!open(control)) return void timers.set(control, setTimeout(begin, LOOK_AGAIN_MS, control));
  timers.set(control, setTimeout(() => open(control) ? control.dataset.seen = "yes" : begin(control), pause));
}

function forget(control) {
  clearTimeout(timers.get(control));
  timers.delete(control);
  control.dataset.seen = "no";
}

const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting, intersectionRatio } of entries) {
    const seen = isIntersecting && intersectionRatio >= IN_SIGHT;
    if (!target.isConnected || !seen) forget(target);
    else if (!timers.has(target)) begin(target);
  }
}, { threshold: [0, IN_SIGHT] });

const watched = new WeakSet();
function watch() {
  for (const control of document.querySelectorAll(CONFIRMS)) {
    if (watched.has(control)) continue;
    watched.add(control);
    control.dataset.seen = "no";
    sight.observe(control);
  }
}

function refuse(e) {
  const control = e.target.closest?.(CONFIRMS);
  if (!control || (control.dataset.seen === "yes" && !onItsWay)) return;
  e.preventDefault();
  e.stopImmediatePropagation();
}

/* One request at a time; what the page fetches by itself (news, how far a hint is, a look ahead) holds nobody up. */
const BY_ITSELF = "#live-source,[hx-trigger]";
document.addEventListener("htmx:before:request", (e) => {
  if (!e.detail?.ctx?.sourceElement?.matches?.(BY_ITSELF)) onItsWay = e.detail?.ctx;
});
document.addEventListener("htmx:finally:request", (e) => { if (e.detail?.ctx === onItsWay) onItsWay = null; });
/* A form that goes without htmx takes the page with it. */
window.addEventListener("submit", (e) => { if (!e.defaultPrevented && e.target.closest("[data-guard]")) onItsWay = e.target; });
window.addEventListener("pageshow", () => { onItsWay = null; });

document.addEventListener("click", refuse, true);
new MutationObserver(watch).observe(document.documentElement, { childList: true, subtree: true });
watch();
