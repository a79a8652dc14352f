// The corners of the board on its photo: one after the other, with a loupe that keeps away from the finger.
// A tap near a corner catches it; what is dragged or moved by arrows stays where it was put unless an edge is at hand.

import { corner, crossing } from "./snap.js";
import { submit } from "./submit.js";

const LOUPE = 5;
const AROUND = 220;
const AT_HAND = 10;
const GUESS = [[0.14, 0.2], [0.86, 0.2], [0.92, 0.8], [0.08, 0.8]];
const STEPS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
const KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

class Corners {
  constructor(form) {
    this.form = form;
    this.stage = document.querySelector("[data-stage]");
    this.svg = this.stage.querySelector("svg");
    this.loupe = this.stage.querySelector(".loupe");
    this.caught = this.stage.querySelector(".caught");
    const box = this.svg.viewBox.baseVal;
    [this.width, this.height] = [box.width, box.height];
    this.points = [...form.querySelectorAll("[data-point]")].map((row, n) => this.point(row, n));
    this.now = this.points.findIndex((one) => one.corner && !one.sure);
    this.image = new Image();
    this.image.src = this.svg.querySelector("image").getAttribute("href");
    this.image.addEventListener("load", () => this.loaded());
    this.listen();
    this.draw();
  }

  point(row, n) {
    const [x, y] = [...row.querySelectorAll("input")];
    const sure = x.value !== "";
    const guess = GUESS[n] ?? [0.475, n % 2 ? 0.8 : 0.2];
    const at = sure ? [Number(x.value), Number(y.value)] : [guess[0] * this.width, guess[1] * this.height];
    return { name: row.dataset.point, corner: "isCorner" in row.dataset, inputs: [x, y], at, sure, snapped: "" };
  }

  loaded() {
    this.canvas = document.createElement("canvas");
    [this.canvas.width, this.canvas.height] = [this.width, this.height];
    this.canvas.getContext("2d", { willReadFrequently: true }).drawImage(this.image, 0, 0, this.width, this.height);
    this.draw();
  }

  // Pixels of the screen a pixel of the photo, and where the photo begins in the stage.
  laid() {
    const { width, height } = this.stage.getBoundingClientRect();
    const scale = Math.min(width / this.width, height / this.height);
    return { scale, left: (width - scale * this.width) / 2, top: (height - scale * this.height) / 2 };
  }

  photoPlace(event) {
    const { scale, left, top } = this.laid();
    const box = this.stage.getBoundingClientRect();
    return [(event.clientX - box.left - left) / scale, (event.clientY - box.top - top) / scale];
  }

  listen() {
    let begun = null;
    this.stage.addEventListener("pointerdown", (event) => {
      const mark = this.nearest(event);
      if (this.now < 0 && !mark) return;
      // The tap that chooses a point does not move it.
      const chosen = this.now < 0;
      if (chosen) this.now = this.points.indexOf(mark);
      this.stage.setPointerCapture(event.pointerId);
      begun = { x: event.clientX, y: event.clientY, at: this.points[this.now].at, moved: false, chosen };
      if (chosen) this.draw();
    });
    this.stage.addEventListener("pointermove", (event) => {
      if (!begun) return;
      const [dx, dy] = [event.clientX - begun.x, event.clientY - begun.y];
      begun.moved ||= Math.hypot(dx, dy) > 8;
      if (!begun.moved) return;
      const { scale } = this.laid();
      this.put([begun.at[0] + dx / scale, begun.at[1] + dy / scale], "");
    });
    const end = (event) => {
      if (!begun) return;
      const { moved, chosen } = begun;
      begun = null;
      if (event.type === "pointercancel" || (chosen && !moved)) return;
      if (moved) this.catchAt(this.points[this.now].at, AT_HAND);
      else this.catchAt(this.photoPlace(event));
    };
    this.stage.addEventListener("pointerup", end);
    this.stage.addEventListener("pointercancel", end);
    this.stage.addEventListener("keydown", (event) => {
      const way = KEYS[event.key];
      if (way) this.nudge(way, event.shiftKey ? 10 : 1);
      else if (event.key === "PageDown") this.choose(1);
      else if (event.key === "PageUp") this.choose(-1);
      else if (event.key === "Enter") this.next();
      else return;
      event.preventDefault();
    });
    for (const button of this.form.querySelectorAll("[data-nudge]")) {
      button.addEventListener("click", () => this.nudge(button.dataset.nudge, 1));
    }
    this.form.querySelector("[data-next]").addEventListener("click", () => this.next());
    this.form.querySelector("[data-seams]")?.addEventListener("click", () => {
      this.now = this.points.findIndex((one) => !one.corner);
      this.draw();
    });
    window.addEventListener("resize", () => this.draw());
  }

  // The point whose mark is under a finger, when all corners have their place.
  nearest(event) {
    const { scale } = this.laid();
    const place = this.photoPlace(event);
    const far = (one) => Math.hypot(one.at[0] - place[0], one.at[1] - place[1]) * scale;
    const found = this.points.filter((one) => one.sure).sort((one, other) => far(one) - far(other))[0];
    return found && far(found) < 40 ? found : null;
  }

  put(at, snapped) {
    if (this.now < 0) return;
    const one = this.points[this.now];
    one.at = [Math.min(this.width, Math.max(0, at[0])), Math.min(this.height, Math.max(0, at[1]))];
    one.snapped = snapped;
    this.draw();
  }

  catchAt(at, most) {
    const found = this.snap(at, most);
    this.put(found ?? at, found ? "caught" : "free");
  }

  snap([x, y], most) {
    if (!this.canvas) return null;
    const [left, top] = [x, y].map((value) => Math.max(0, Math.round(value) - AROUND));
    const [w, h] = [Math.min(2 * AROUND, this.width - left), Math.min(2 * AROUND, this.height - top)];
    if (w < 40 || h < 40) return null;
    const { data } = this.canvas.getContext("2d").getImageData(left, top, w, h);
    const one = this.points[this.now];
    if (!one.corner) {
      const near = one.name.includes("seam") ? null : crossing(data, w, h, x - left, y - top);
      return near && [near[0] + left, near[1] + top];
    }
    const neighbours = [3, 1].map((step) => this.points[(this.now + step) % 4].at);
    const found = corner(data, w, h, x - left, y - top, neighbours.map(([u, v]) => [u - left, v - top]), most);
    return found && [found[0] + left, found[1] + top];
  }

  nudge(way, far) {
    if (this.now < 0) return;
    const { at } = this.points[this.now];
    this.put([at[0] + far * STEPS[way][0], at[1] + far * STEPS[way][1]], "");
  }

  choose(step) {
    const from = this.now < 0 && step < 0 ? 0 : this.now;
    this.now = (from + step + this.points.length) % this.points.length;
    this.draw();
  }

  next() {
    if (this.now < 0) return submit(this.form);
    const one = this.points[this.now];
    one.sure = true;
    one.inputs.forEach((input, n) => { input.value = one.at[n].toFixed(1); });
    const wanted = one.corner ? (other) => other.corner && !other.sure : (other) => !other.corner && !other.sure;
    this.now = this.points.findIndex(wanted);
    this.draw();
    if (this.now < 0) this.form.querySelector("[data-send]").focus();
  }

  draw() {
    const { scale, left, top } = this.laid();
    const one = this.now < 0 ? null : this.points[this.now];
    for (const point of this.points) {
      const mark = this.svg.querySelector(`[data-mark="${point.name}"]`);
      const shown = point.sure || point === one;
      mark.setAttribute("transform", `translate(${shown ? point.at.join(" ") : "-9999 -9999"})`);
      mark.classList.toggle("on", point === one);
      mark.firstElementChild.setAttribute("transform", `scale(${1 / (scale || 1)})`);
    }
    const corners = this.points.filter((point) => point.corner);
    const whole = corners.length && corners.every((point) => point.sure || point === one);
    this.svg.querySelector(".quad").setAttribute("points", whole ? corners.map((p) => p.at.join(",")).join(" ") : "");
    this.words(one);
    this.loupe.hidden = !one;
    this.caught.hidden = !one?.snapped;
    if (!one) return;
    this.look(one, left + scale * one.at[0], top + scale * one.at[1], LOUPE * scale);
  }

  look(one, x, y, scale) {
    const { width, height } = this.stage.getBoundingClientRect();
    const size = Math.min(168, height * 0.45);
    // In the corner of the stage that is farthest from the point.
    const away = { left: x > width / 2 ? 8 : width - size - 8, top: y > height / 2 ? 8 : height - size - 8 };
    Object.assign(this.loupe.style, { left: `${away.left}px`, top: `${away.top}px`, width: `${size}px`, height: `${size}px` });
    const context = this.loupe.querySelector("canvas").getContext("2d");
    context.fillStyle = "#39442f";
    context.fillRect(0, 0, 336, 336);
    const part = size / scale;
    if (this.canvas) context.drawImage(this.canvas, one.at[0] - part / 2, one.at[1] - part / 2, part, part, 0, 0, 336, 336);
    if (!one.snapped) return;
    this.caught.className = `caught ${one.snapped}`;
    this.caught.querySelector("span").textContent = this.caught.dataset[one.snapped];
    this.caught.style.top = `${away.top < 20 ? size + 16 : away.top - 36}px`;
  }

  words(one) {
    const seam = one && !one.corner;
    const key = !one ? "all" : seam ? "seam" : "corner";
    const number = one ? this.points.indexOf(one) + (seam ? -3 : 1) : 0;
    const set = (node, text) => {
      const said = (text ?? "").replace("#", number);
      if (node.textContent !== said) node.textContent = said;
    };
    const [title, help] = [this.form.querySelector("[data-title]"), this.form.querySelector("[data-help]")];
    set(title, title.dataset[key]);
    set(help, help.dataset[key]);
    const next = this.form.querySelector("[data-next]");
    next.hidden = !one;
    set(next.querySelector("span"), seam ? next.dataset.seam : next.dataset.text);
    this.form.querySelector("[data-send]").hidden = Boolean(one);
    const seams = this.form.querySelector("[data-seams]");
    if (seams) seams.hidden = Boolean(one) || this.points.every((point) => point.sure);
    this.form.querySelector(".nudge").hidden = !one;
  }
}

const form = document.querySelector("[data-corners]");
if (form) new Corners(form);
