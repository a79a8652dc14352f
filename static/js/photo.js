// Photos: shows what was chosen; where one button takes a photo, sends it at once.

import { submit } from "./submit.js";

const MEGABYTE = 1024 * 1024;

function preview(input) {
  const file = input.files?.[0];
  const field = input.closest(".photo-field");
  field.querySelector(".preview")?.remove();
  if (!file || !file.type.startsWith("image/") || file.size > 40 * MEGABYTE) return;
  const image = document.createElement("img");
  image.className = "preview";
  image.alt = "";
  image.src = URL.createObjectURL(file);
  image.addEventListener("load", () => URL.revokeObjectURL(image.src), { once: true });
  field.append(image);
}

function send(input) {
  const box = input.closest("[data-take]");
  if (!input.files?.length || box.getAttribute("aria-busy") === "true") return;
  const said = box.querySelector("[data-sending]");
  submit(input.form);
  box.setAttribute("aria-busy", "true");
  said.textContent = said.dataset.sending;
}

document.addEventListener("change", (event) => {
  if (!event.target.matches?.('input[type="file"]')) return;
  if (event.target.closest(".photo-field")) preview(event.target);
  else if (event.target.closest("[data-take]")) send(event.target);
});
// Gone back to: the page is as it was left, and another photo may be sent.
window.addEventListener("pageshow", () => {
  for (const box of document.querySelectorAll('[data-take][aria-busy="true"]')) box.removeAttribute("aria-busy");
});

// How many places change, beside the button that saves them.
function count(button) {
  const chosen = document.getElementById(button.dataset.counts).querySelectorAll('input[type="radio"]:checked');
  const changed = [...chosen].filter((one) => one.value !== "app").length;
  button.querySelector("[data-count]").textContent = ` (${changed})`;
}

for (const button of document.querySelectorAll("[data-counts]")) {
  count(button);
  document.getElementById(button.dataset.counts).addEventListener("change", () => count(button));
}
