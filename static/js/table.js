/* The table: dice entered by taps, casualties counted, a refusal brought into view. Forms work without all of this. */

const FACES = ["hit", "shield", "special"];

/* --- dice: a tap on a face adds a die, a tap on a die turns it to the next face --------------------- */
function facesOf(box) { return [...box.querySelectorAll("[data-slot]")].map((slot) => slot.dataset.face ?? ""); }

function setFaces(box, faces) {
  const number = Number(box.dataset.adder);
  const sorted = faces.filter(Boolean).sort((a, b) => FACES.indexOf(a) - FACES.indexOf(b)).slice(0, number);
  box.querySelectorAll("[data-slot]").forEach((slot, n) => {
    slot.dataset.face = sorted[n] ?? "";
    slot.hidden = n >= number;
    slot.classList.toggle("empty", !sorted[n]);
    for (const glyph of slot.querySelectorAll("[data-face]")) glyph.hidden = glyph.dataset.face !== sorted[n];
  });
  for (const field of box.querySelectorAll("input")) {
    const face = FACES.find((one) => field.name.endsWith(one));
    field.value = String(sorted.filter((one) => one === face).length);
  }
  countDice(box, sorted.length);
}

function countDice(box, entered) {
  const missing = Number(box.dataset.adder) - entered;
  for (const add of box.querySelectorAll("[data-add]")) add.disabled = add.dataset.add ? missing <= 0 : entered === 0;
  count(box, missing);
  paintThrow(box.closest("form"));
}

/* The app rolls until somebody enters a die; then those entered are the way on. */
function paintThrow(form) {
  const foot = form?.querySelector(".throw");
  if (!foot) return;
  const entered = [...form.querySelectorAll("[data-adder]")].some((box) => facesOf(box).some(Boolean));
  const byHand = entered || foot.classList.contains("by-hand");
  const roll = foot.querySelector(".roll"), take = foot.querySelector(".take-dice");
  roll.hidden = entered;
  roll.classList.toggle("go", !byHand);
  take.hidden = !byHand;
  take.classList.toggle("go", byHand);
}

function tapDie(target) {
  const box = target.closest("[data-adder]");
  const faces = facesOf(box).filter(Boolean);
  const add = target.closest("[data-add]"), slot = target.closest("[data-slot]");
  box.classList.remove("quiet");
  if (add?.dataset.add) faces.push(add.dataset.add);
  else if (add) faces.pop();
  else {
    const at = [...box.querySelectorAll("[data-slot]")].indexOf(slot);
    if (faces[at]) faces[at] = FACES[(FACES.indexOf(faces[at]) + 1) % FACES.length];
    else faces.push(FACES[0]);
  }
  setFaces(box, faces);
}

/* --- what depends on a number: the one of several texts that belongs to its value ----------------------- */
function choose(field) {
  for (const by of document.querySelectorAll("[data-by]")) {
    if (by.dataset.by !== field.name) continue;
    for (const one of by.querySelectorAll(":scope > [data-when]")) {
      one.hidden = one.dataset.when !== field.value;
      if (one.hidden || !one.dataset.dice) continue;
      const box = one.closest("[data-adder]");
      box.dataset.adder = one.dataset.dice;
      setFaces(box, facesOf(box));
    }
  }
}

/* What the fields hold at first: nothing, or what a photo brought back. */
function entered(box) {
  return [...box.querySelectorAll("input")].flatMap((field) => {
    const face = FACES.find((one) => field.name.endsWith(one));
    return Array.from({ length: Number(field.value || 0) }, () => face);
  });
}

/* --- casualties: exactly so many ------------------------------------------------------------------------ */
function countChecks(box) {
  count(box, Number(box.dataset.need) - box.querySelectorAll("input:checked").length);
}

/* --- steppers that must add up -------------------------------------------------------------------------- */
function openSteps(box) {
  const sum = [...box.querySelectorAll("input")].reduce((all, field) => all + Number(field.value || 0), 0);
  return Number(box.dataset.total) - sum;
}

function countSteps(box) { count(box, openSteps(box)); }

/* A form whose numbers do not add up cannot be sent, and says in words how many are missing or too many. */
function count(box, missing) {
  const words = document.getElementById("table")?.dataset ?? {};
  const text = (missing < 0 ? words.over : words.missing) ?? "#";
  box.querySelector("input")?.setCustomValidity(missing ? text.replace("#", String(Math.abs(missing))) : "");
  paintMissing(box.closest("form"));
}

/* What the go button says while something is missing: the number that is. */
function paintMissing(form) {
  const text = form?.querySelector(".btn.go .when-missing");
  if (!text) return;
  text.dataset.text ??= text.textContent;
  let missing = 0;
  for (const box of form.querySelectorAll("[data-adder]")) missing += Number(box.dataset.adder) - facesOf(box).filter(Boolean).length;
  for (const box of form.querySelectorAll("[data-need]")) missing += Number(box.dataset.need) - box.querySelectorAll("input:checked").length;
  for (const box of form.querySelectorAll("[data-total]")) missing += openSteps(box);
  const over = document.getElementById("table")?.dataset.over ?? "#";
  text.textContent = (missing < 0 ? over : text.dataset.text).replace("#", String(Math.abs(missing)));
}

function prepare() {
  for (const field of document.querySelectorAll(".stp input")) if (field.value !== field.defaultValue) choose(field);
  for (const box of document.querySelectorAll("[data-adder]")) if (!box.dataset.ready) { box.dataset.ready = "1"; setFaces(box, entered(box)); }
  for (const box of document.querySelectorAll("[data-need]")) countChecks(box);
  for (const box of document.querySelectorAll("[data-total]")) countSteps(box);
  const notice = document.getElementById("notice");
  if (notice?.firstElementChild) notice.scrollIntoView({ block: "nearest" });
}

/* --- a long list: what is typed leaves the entries that hold it ------------------------------------------ */
const folded = (text) => text.toLowerCase().replace(/ł/g, "l").normalize("NFKD").replace(/\p{M}/gu, "").replace(/’/g, "'");

function sift(field) {
  const words = folded(field.value).split(/\s+/);
  for (const one of (field.closest("fieldset") ?? field.form).querySelectorAll(".opts .opt")) {
    const text = folded(`${one.textContent} ${one.dataset.words ?? ""}`);
    one.hidden = !one.control?.checked && !words.every((word) => text.includes(word));
  }
}

document.addEventListener("click", (e) => { if (e.target.closest?.("[data-slot],[data-add]")) tapDie(e.target); });
document.addEventListener("change", (e) => { const box = e.target.closest?.("[data-need]"); if (box) countChecks(box); });
document.addEventListener("input", (e) => { if (e.target.matches?.(".stp input")) choose(e.target); });
document.addEventListener("input", (e) => { const box = e.target.closest?.("[data-total]"); if (box) countSteps(box); });
document.addEventListener("input", (e) => { if (e.target.matches?.("[data-filter]")) sift(e.target); });
document.addEventListener("htmx:after:swap", prepare);
prepare();
