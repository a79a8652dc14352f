/* The replay plays by itself: a step on every two seconds until the end, a tap or a look at another round. The slider
   shows its round while it is drawn, and goes there when it is let go. */

import { submit } from "./submit.js";

const PACE = 2000;
let timer = 0;

const button = () => document.querySelector("[data-play]");

function paint() {
  const one = button();
  one?.setAttribute("aria-pressed", String(Boolean(timer)));
}

function stop() { clearInterval(timer); timer = 0; }

function step() {
  const next = document.querySelector("[data-replay] [data-next]");
  next ? next.click() : (stop(), paint());
}

document.addEventListener("click", (e) => {
  if (e.target.closest?.("[data-play]")) {
    if (timer) stop();
    else { timer = setInterval(step, PACE); step(); }
    paint();
  } else if (e.isTrusted && timer) { stop(); paint(); }
});
document.addEventListener("input", (e) => {
  const slide = e.target.closest?.("[data-slide]");
  if (!slide) return;
  const { value, dataset } = e.target;
  slide.querySelector("[data-round]").textContent = value === "0" ? dataset.setup : dataset.text.replace("#", value);
});
document.addEventListener("change", (e) => {
  if (!e.target.closest?.("[data-slide]")) return;
  stop();
  submit(e.target.form);
});
document.addEventListener("htmx:after:swap", paint);
