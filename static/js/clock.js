/* The turn timer: a number of seconds that the server told, counted on from when it came. Loaded only where a game shows
   it. The phone's own clock may be wrong, so it is not asked what time it is. */

let since = performance.now(), shown = null;

function tick() {
  const one = document.querySelector("[data-ticks]");
  if (one !== shown) { shown = one; since = performance.now(); }
  if (!one) return;
  const seconds = Number(one.dataset.ticks) + Math.floor((performance.now() - since) / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (one.textContent !== text) one.textContent = text;
}

setInterval(tick, 1000);
document.addEventListener("htmx:after:swap", tick);
tick();
