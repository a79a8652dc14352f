// Photos: shows what was chosen, and takes taps on the photo of the empty board for the points of its outlines.

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

function place(svg, event) {
  const box = svg.getBoundingClientRect();
  const view = svg.viewBox.baseVal;
  return [
    Math.round(((event.clientX - box.left) / box.width) * view.width),
    Math.round(((event.clientY - box.top) / box.height) * view.height),
  ];
}

function tap(event) {
  const svg = event.target.closest("[data-points] svg");
  if (!svg) return;
  const form = svg.closest("form");
  const chosen = form.querySelector('input[name="point"]:checked');
  if (!chosen) return;
  const [x, y] = place(svg, event);
  form.elements[`${chosen.value}.x`].value = x;
  form.elements[`${chosen.value}.y`].value = y;
  const point = svg.querySelector(`[data-point="${chosen.value}"]`);
  point.setAttribute("cx", x);
  point.setAttribute("cy", y);
  // The next point that has no place yet is next; when all have one, the chosen one stays to be moved again.
  const rest = [...form.querySelectorAll('input[name="point"]')];
  const next = rest.find((one) => {
    const circle = svg.querySelector(`[data-point="${one.value}"]`);
    return Number(circle.getAttribute("cx")) < 0;
  });
  if (next) next.checked = true;
}

document.addEventListener("change", (event) => {
  if (event.target.matches?.('.photo-field input[type="file"]')) preview(event.target);
});
document.addEventListener("click", tap);
