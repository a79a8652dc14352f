/* Keys of digits for fields of small numbers beside each other: a tap fills the marked field and marks the next one as
   soon as nothing can follow. The fields are ordinary ones, for keyboards and without this script. */

const fields = (pad) => [...pad.querySelectorAll(".cells input")];

function mark(pad, field) {
  for (const one of fields(pad)) one.closest("label").toggleAttribute("data-now", one === field);
}

function told(field) {
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function press(pad, key) {
  const all = fields(pad), at = Math.max(all.findIndex((one) => one.closest("[data-now]")), 0), field = all[at];
  if (key === "back") {
    const from = field.value || at === 0 ? field : all[at - 1];
    from.value = "";
    mark(pad, from);
    return told(from);
  }
  const most = Number(field.max), longer = Number(field.value + key);
  if (field.value && longer > most) {
    if (!all[at + 1] || all[at + 1].value) field.value = key;
    else { mark(pad, all[at + 1]); return press(pad, key); }
  } else field.value = String(longer || "");
  if (field.value && Number(field.value) * 10 > most) mark(pad, all.slice(at).find((one) => !one.value) ?? field);
  told(field);
}

/* The phone's own keyboard would cover what these keys are for. */
function take(pad) {
  for (const one of fields(pad)) one.inputMode = "none";
  mark(pad, fields(pad).find((one) => !one.value) ?? fields(pad)[0]);
}

for (const kind of ["DOMContentLoaded", "htmx:after:swap"]) document.addEventListener(kind, () => document.querySelectorAll("[data-pad]").forEach(take));
document.querySelectorAll("[data-pad]").forEach(take);
document.addEventListener("click", (e) => {
  const key = e.target.closest?.("[data-digit]"), pad = key?.closest("[data-pad]");
  if (pad) press(pad, key.dataset.digit);
});
document.addEventListener("focusin", (e) => {
  const field = e.target.closest?.(".cells input");
  if (field) { mark(field.closest("[data-pad]"), field); field.select(); }
});
