/* The camera over the board. No build step, no dependency; works on any page that has
   <div class="board" data-board> <svg class="map">…</svg> <button class="mini">…</button> </div>.

   One finger (or the mouse) pans, two fingers pinch, the wheel zooms, a double tap comes nearer. A tap is a tap within
   6 px; it follows the link of the area under it or of the nearest label point within 22 px. From far away a tap on
   what is lit does so and comes nearer at once, any other only comes nearer. By itself the camera fills its stage; the
   whole board is a pinch or the small map away. With data-target="#panel" on the board, links load into that element by htmx, else they are plain.
   The step says where to look: data-frame and data-wide-frame on #board-over. */

const BOARD = { w: 1431, h: 1000 };
const MAX_K = 3, FAR_K = 0.5, CLOSE_K = 1.05, COME_NEARER = 1.8, FIRST_K = 0.8;
const TAP_MOVE = 6, DOUBLE_MS = 300, DOUBLE_PX = 30, REACH = 22, GLIDE_MS = 480, WIDE_PX = 700;
const CUT = 0.8, IN_SIGHT = 0.42, COVERED = 0.3;  // so much of a frame must be in sight for the camera to fill its stage
const SMALL_FRAME = { w: 520, h: 340 }, SMALL_FRAME_K = 0.7, MINI_FROM = 230, HINT_ROOM = 110, TALL = 1.4;
/* Lit areas whose tap answers the step; the others that are lit open their sheet. */
const ANSWER = 'a.ar.next:not([href*="/area/"],[href*="/zone/"])';
const SVG = "http://www.w3.org/2000/svg";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const calm = () => still.matches || document.documentElement.dataset.motion === "less";
const clamp = (v, low, high) => Math.min(Math.max(v, low), high);
const cameras = new WeakMap();

class Camera {
  constructor(root) {
    this.root = root;
    this.map = root.querySelector("svg.map");
    this.mini = root.querySelector(".mini");
    this.view = { x: BOARD.w / 2, y: BOARD.h / 2, k: 0 };
    this.fingers = new Map();
    this.lastTap = { time: 0, x: 0, y: 0 };
    this.moved = false;
    this.listen();
    new ResizeObserver(() => this.resized()).observe(this.map);
    this.refresh(true);
  }

  /* --- where we are --------------------------------------------------------------- */
  measure() {
    const r = this.map.getBoundingClientRect();
    this.box = { left: r.left, top: r.top, w: r.width || 1, h: r.height || 1 };
    this.minK = Math.min(this.box.w / BOARD.w, this.box.h / BOARD.h);
    this.fillK = Math.min(Math.max(this.box.w / BOARD.w, this.box.h / BOARD.h), MAX_K);
    this.covered(r);
  }

  /* What a card of the coach covers of the map, from above and from below: nothing is framed behind it. */
  covered(r) {
    const [x, , w] = (this.over?.dataset.frame ?? "0 0 1431").split(" ").map(Number);
    // where there is room beside it, the card stands on the other side of what is lit
    document.getElementById("coach")?.classList.toggle("right", x + w / 2 < BOARD.w / 2 - 1);
    const card = document.querySelector(".coach-tip")?.getBoundingClientRect();
    const wide = card && card.bottom > r.top && card.top < r.bottom && Math.min(card.right, r.right) - Math.max(card.left, r.left) > r.width * COVERED;
    const above = wide && card.top - r.top < r.bottom - card.bottom;
    this.head = above ? Math.max(0, card.bottom - r.top) : 0;
    this.foot = wide && !above ? Math.max(0, r.bottom - card.top) : 0;
  }

  bounded(view) {
    const k = clamp(view.k, this.minK, MAX_K);
    const middle = (centre, size, pixels, head, foot) => {
      const half = pixels / k / 2;
      if (half * 2 - (head + foot) / k >= size) return size / 2 - (head - foot) / 2 / k;
      return clamp(centre, half - head / k, size - half + foot / k);
    };
    return { x: middle(view.x, BOARD.w, this.box.w, 0, 0), y: middle(view.y, BOARD.h, this.box.h, this.head, this.foot), k };
  }

  framed(text) {
    const [x, y, w, h] = text.split(" ").map(Number);
    const high = this.box.h - this.head - this.foot;
    let k = Math.min(this.box.w / w, high / h);
    // a few areas are worth seeing in their near form even when the panel leaves a low strip of the board
    if (w <= SMALL_FRAME.w && h <= SMALL_FRAME.h) k = Math.max(k, SMALL_FRAME_K);
    // nothing beside the board is shown, unless something lit would be out of sight; a tall stage is worth it all the same
    const inSight = Math.min(1, this.box.w / (w * this.fillK), high / (h * this.fillK));
    const everything = w >= BOARD.w && h >= BOARD.h;
    if (everything || inSight >= CUT || this.box.h > this.box.w * TALL) k = Math.max(k, this.fillK);
    const at = this.middle(x + w / 2, y + h / 2, k);
    return this.bounded({ x: at.x, y: at.y - (this.head - this.foot) / 2 / k, k });
  }

  /* Where more is lit than the stage holds, the place with most of it, else the middle of the frame. */
  middle(x, y, k) {
    const lit = [...(this.over?.querySelectorAll("a.ar.next") ?? [])].map((a) => a.dataset.p.split(" ").map(Number));
    const seen = (at) => {
      const view = this.bounded({ x: at[0], y: at[1], k }), { w, h } = this.box;
      return lit.filter(([p, q]) => Math.abs(p - view.x) * k < w * IN_SIGHT && Math.abs(q - view.y) * k < h * IN_SIGHT).length;
    };
    const far = ([p, q]) => Math.hypot(p - x, q - y);
    const best = [[x, y], ...lit].sort((a, b) => seen(b) - seen(a) || far(a) - far(b))[0];
    return { x: best[0], y: best[1] };
  }

  draw(view) {
    this.view = this.bounded(view);
    const { x, y, k } = this.view;
    const w = this.box.w / k, h = this.box.h / k;
    this.map.setAttribute("viewBox", `${(x - w / 2).toFixed(2)} ${(y - h / 2).toFixed(2)} ${w.toFixed(2)} ${h.toFixed(2)}`);
    this.map.style.setProperty("--k", k.toFixed(4));
    const lod = k < FAR_K ? "far" : k < CLOSE_K ? "near" : "close";
    if (this.map.dataset.lod !== lod) this.map.dataset.lod = lod;
    this.map.dataset.ready = "";
    this.map.toggleAttribute("data-room", k <= this.minK * 1.02 && this.box.h > BOARD.h * k + HINT_ROOM);
    this.drawMini(x - w / 2, y - h / 2, w, h);
  }

  drawMini(x, y, w, h) {
    if (!this.mini) return;
    this.mini.hidden = this.view.k < this.minK * 1.25 || this.box.h < MINI_FROM;
    const left = clamp(x, 0, BOARD.w), top = clamp(y, 0, BOARD.h);
    const vp = this.mini.querySelector(".vp");
    vp?.setAttribute("x", left);
    vp?.setAttribute("y", top);
    vp?.setAttribute("width", Math.min(x + w, BOARD.w) - left);
    vp?.setAttribute("height", Math.min(y + h, BOARD.h) - top);
  }

  glide(goal) {
    this.halt();
    goal = this.bounded(goal);
    if (calm() || !this.view.k) return this.draw(goal);
    const from = { ...this.view }, start = performance.now();
    const step = (now) => {
      const t = clamp((now - start) / GLIDE_MS, 0, 1), e = 1 - (1 - t) ** 3;
      // the zoom runs evenly when its logarithm does; the middle follows so that the goal does not swing past
      const k = from.k * (goal.k / from.k) ** e;
      const s = Math.abs(goal.k - from.k) < 1e-6 ? e : (1 / from.k - 1 / k) / (1 / from.k - 1 / goal.k);
      this.draw({ x: from.x + (goal.x - from.x) * s, y: from.y + (goal.y - from.y) * s, k });
      this.gliding = t < 1 ? requestAnimationFrame(step) : undefined;
    };
    this.gliding = requestAnimationFrame(step);
  }

  halt() {
    cancelAnimationFrame(this.gliding);
    this.gliding = undefined;
  }

  /* After a swap: a new overlay may bring a new frame. */
  refresh(first = false) {
    this.over = this.map.querySelector(".over");
    this.measure();
    this.roving();
    const frame = (this.box.w >= WIDE_PX && this.over?.dataset.wideFrame) || this.over?.dataset.frame;
    if (!frame || (frame === this.frame && !first)) return this.draw(this.view.k ? this.view : this.framed("0 0 1431 1000"));
    this.frame = frame;
    first ? this.draw(this.framed(frame)) : this.glide(this.framed(frame));
  }

  resized() {
    const k = this.view.k, filled = k >= this.fillK * 0.98, resting = k <= this.fillK * 1.02, untouched = !this.touched;
    this.measure();
    // a glide has the frame of the stage as it was for its goal
    if (untouched && this.frame) this.gliding ? this.glide(this.framed(this.frame)) : this.draw(this.framed(this.frame));
    else if (filled) this.draw({ ...this.view, k: resting ? this.fillK : Math.max(k, this.fillK) });
    else this.draw(k <= this.minK * 1.02 ? { ...this.view, k: this.minK } : this.view);
  }

  whole() { this.glide({ x: BOARD.w / 2, y: BOARD.h / 2, k: this.minK }); }

  toBoard(px, py) {
    const { x, y, k } = this.view;
    return { x: x + (px - this.box.left - this.box.w / 2) / k, y: y + (py - this.box.top - this.box.h / 2) / k };
  }

  zoomed(px, py, factor) {
    const at = this.toBoard(px, py), k = clamp(this.view.k * factor, this.minK, MAX_K), f = this.view.k / k;
    return { x: at.x + (this.view.x - at.x) * f, y: at.y + (this.view.y - at.y) * f, k };
  }

  /* --- fingers, mouse, wheel, keys --------------------------------------------------- */
  listen() {
    const m = this.map;
    m.addEventListener("pointerdown", (e) => this.down(e));
    m.addEventListener("pointermove", (e) => this.move(e));
    for (const end of ["pointerup", "pointercancel"]) m.addEventListener(end, (e) => this.up(e));
    m.addEventListener("click", (e) => this.click(e), true);
    m.addEventListener("dragstart", (e) => e.preventDefault());
    m.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    m.addEventListener("keydown", (e) => this.key(e));
    this.mini?.addEventListener("click", () => { this.touched = true; this.whole(); });
  }

  down(e) {
    if (e.pointerType === "mouse" && e.button !== 0) return;
    this.halt();
    this.measure();
    if (this.fingers.size === 0) { this.moved = false; this.start = { x: e.clientX, y: e.clientY }; }
    this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
  }

  move(e) {
    const old = this.fingers.get(e.pointerId);
    if (!old) return;
    const now = { x: e.clientX, y: e.clientY };
    if (!this.moved && this.fingers.size === 1) {
      if (Math.hypot(now.x - this.start.x, now.y - this.start.y) <= TAP_MOVE) return;
      this.moved = this.touched = true;
      // capture only now: an earlier capture would take the click away from the area under the finger
      this.map.setPointerCapture(e.pointerId);
      this.map.classList.add("drag");
    }
    const before = [...this.fingers.values()];
    this.fingers.set(e.pointerId, now);
    if (before.length === 1) {
      const { x, y, k } = this.view;
      return this.schedule({ x: x - (now.x - old.x) / k, y: y - (now.y - old.y) / k, k });
    }
    this.moved = this.touched = true;
    const after = [...this.fingers.values()].slice(0, 2), [a, b] = before, [c, d] = after;
    const factor = Math.hypot(c.x - d.x, c.y - d.y) / (Math.hypot(a.x - b.x, a.y - b.y) || 1);
    const mid = { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 }, was = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const near = this.zoomed(was.x, was.y, factor);
    this.schedule({ x: near.x - (mid.x - was.x) / near.k, y: near.y - (mid.y - was.y) / near.k, k: near.k });
  }

  /* The view changes at once (the next move builds on it), the drawing once a frame. */
  schedule(view) {
    this.view = this.bounded(view);
    this.pending ??= requestAnimationFrame(() => { this.pending = undefined; this.draw(this.view); });
  }

  up(e) {
    if (!this.fingers.delete(e.pointerId)) return;
    if (this.fingers.size === 0) this.map.classList.remove("drag");
    if (this.moved || e.type === "pointercancel") return;
    const last = this.lastTap, near = Math.hypot(e.clientX - last.x, e.clientY - last.y) < DOUBLE_PX;
    const double = e.timeStamp - last.time < DOUBLE_MS && near;
    this.lastTap = { time: double ? 0 : e.timeStamp, x: e.clientX, y: e.clientY };
    this.wasDouble = double;
    if (double) { this.touched = true; this.glide(this.zoomed(e.clientX, e.clientY, COME_NEARER)); }
  }

  click(e) {
    const byPointer = e.detail > 0;
    if (byPointer && (this.moved || this.wasDouble)) return this.swallow(e);
    const far = byPointer && this.map.dataset.lod === "far";
    const link = far ? this.litAt(e) : this.linkAt(e);
    if (far) {
      this.swallow(e);
      this.touched = true;
      this.glide(this.zoomed(e.clientX, e.clientY, Math.max(FIRST_K / this.view.k, COME_NEARER)));
    }
    if (!link || e.metaKey || e.ctrlKey || e.shiftKey) return;
    if (this.load(link)) this.swallow(e);
    else if (far || !link.contains(e.target)) { this.swallow(e); location.assign(link.href.baseVal); }
  }

  linkAt(e) {
    const here = e.target.closest("a.ar");
    if (here) return here;
    const area = e.target.closest("[data-area]")?.dataset.area ?? this.nearest(e.clientX, e.clientY);
    return area && this.over.querySelector(`a.ar[data-area="${area}"]`);
  }

  /* From far away the finger is wider than a piece: what answers the step comes before its neighbours. */
  litAt(e) {
    const here = this.linkAt(e);
    if (here?.matches(ANSWER)) return here;
    const area = this.nearest(e.clientX, e.clientY, ANSWER);
    return area && this.over.querySelector(`a.ar[data-area="${area}"]`);
  }

  swallow(e) { e.preventDefault(); e.stopPropagation(); }

  load(link) {
    const target = this.root.dataset.target;
    if (!target || !window.htmx) return false;
    const options = { target, source: this.root, swap: this.root.dataset.swap || "outerHTML" };
    if (this.root.dataset.push) options.push = this.root.dataset.push;
    window.htmx.ajax("GET", link.href.baseVal, options);
    return true;
  }

  nearest(px, py, of = "[data-p]") {
    let best = null, least = REACH;
    for (const area of this.over.querySelectorAll(of)) {
      const [x, y] = area.dataset.p.split(" ").map(Number), at = this.toBoard(px, py);
      const away = Math.hypot(x - at.x, y - at.y) * this.view.k;
      if (away < least) { least = away; best = area.dataset.area; }
    }
    return best;
  }

  wheel(e) {
    e.preventDefault();
    this.halt();
    this.measure();
    this.touched = true;
    const unit = e.deltaMode === 1 ? 16 : 1;
    this.schedule(this.zoomed(e.clientX, e.clientY, Math.exp(-e.deltaY * unit * (e.ctrlKey ? 0.01 : 0.0015))));
  }

  /* One stop for the tab key on the whole board (glowing areas are stops of their own); arrows go to the neighbour. */
  roving() {
    const links = [...(this.over?.querySelectorAll("a.ar") ?? [])];
    const first = links.find((a) => a.classList.contains("sel")) ?? links.find((a) => a.classList.contains("next")) ?? links[0];
    for (const a of links) a.setAttribute("tabindex", a === first || a.classList.contains("next") ? "0" : "-1");
  }

  key(e) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    const here = e.target.closest?.("a.ar");
    if (e.key === "+" || e.key === "-") {
      const b = this.box;
      return this.glide(this.zoomed(b.left + b.w / 2, b.top + b.h / 2, e.key === "+" ? COME_NEARER : 1 / COME_NEARER));
    }
    if (e.key === "0") return this.whole();
    if (!way || !here) return;
    e.preventDefault();
    const [x, y] = here.dataset.p.split(" ").map(Number);
    let best = null, least = Infinity;
    for (const a of this.over.querySelectorAll("a.ar")) {
      const [p, q] = a.dataset.p.split(" ").map(Number), along = (p - x) * way[0] + (q - y) * way[1];
      const across = Math.abs((p - x) * way[1]) + Math.abs((q - y) * way[0]);
      if (along > 1 && along + 2 * across < least) { least = along + 2 * across; best = a; }
    }
    if (!best) return;
    best.focus({ preventScroll: true });
    this.bringIn(best);
  }

  bringIn(area) {
    const [x, y] = area.dataset.p.split(" ").map(Number), { k } = this.view;
    const out = Math.abs(x - this.view.x) * k > this.box.w / 2 - 60 || Math.abs(y - this.view.y) * k > this.box.h / 2 - 50;
    if (out) this.glide({ x, y, k });
  }

  /* "Where is it": the camera goes there and the area (or air zone) flashes three times; of several all are seen. */
  show(ids) {
    const found = ids.split(" ").map((id) => this.spot(id)).filter(Boolean);
    // a battle takes the whole phone: then the link leads to the sheet, where the area is lit
    if (!found.length || !this.map.getBoundingClientRect().width) return false;
    this.touched = true;
    if (found.length > 1) {
      const x = Math.min(...found.map((one) => one.box.x)), y = Math.min(...found.map((one) => one.box.y));
      const right = Math.max(...found.map((one) => one.box.x + one.box.width)), below = Math.max(...found.map((one) => one.box.y + one.box.height));
      this.glide(this.framed(`${x} ${y} ${right - x} ${below - y}`));
    } else this.glide({ ...found[0].at, k: clamp(this.view.k, Math.max(FIRST_K, this.minK), 1.4) });
    for (const one of found) this.flash(one);
    return true;
  }

  /* What the coach or a replay speaks of flashes; the camera goes there only where no step is lit. */
  point(ids) {
    if (!this.over?.dataset.frame) return this.show(ids);
    for (const one of ids.split(" ").map((id) => this.spot(id)).filter(Boolean)) this.flash(one);
  }

  /* Where an area or air zone is: its box, its middle, and what its outline is drawn from. */
  spot(id) {
    const area = this.over.querySelector(`[data-area="${id}"][data-p]`) ?? this.over.querySelector(`[data-area="${id}"]`);
    const shape = this.map.querySelector(`#a-${id}`);
    if (!shape && !area) return null;
    const box = (shape ?? area).getBBox();
    return { id, shape, box, at: shape ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : this.pointOf(area) };
  }

  flash({ id, shape, at }) {
    const mark = document.createElementNS(SVG, shape ? "use" : "circle");
    if (shape) mark.setAttribute("href", `#a-${id}`);
    else for (const [name, value] of [["cx", at.x], ["cy", at.y], ["r", 40]]) mark.setAttribute(name, value);
    mark.setAttribute("class", "flash");
    this.over.append(mark);
    setTimeout(() => mark.remove(), 1600);
  }

  pointOf(area) {
    const matrix = area.getAttribute("transform")?.match(/translate\(([\d.]+) ([\d.]+)\)/);
    const [x, y] = area.dataset.p ? area.dataset.p.split(" ").map(Number) : [Number(matrix[1]), Number(matrix[2])];
    return { x, y };
  }
}

let pointed = "";
function point(camera) {
  const told = document.querySelector("[data-flash-key]"), key = told?.dataset.flashKey ?? "";
  if (key !== pointed && told?.dataset.flash) camera.point(told.dataset.flash);
  pointed = key;
}

function start() {
  for (const root of document.querySelectorAll("[data-board]")) {
    const known = cameras.get(root);
    if (known && known.map.isConnected) known.refresh();
    else if (root.querySelector("svg.map")) cameras.set(root, new Camera(root));
    const view = document.querySelector("#main[data-map-view]")?.dataset.mapView;
    if (view) setView(root, view);
    if (cameras.has(root)) point(cameras.get(root));
  }
}

document.addEventListener("click", (e) => {
  const where = e.target.closest?.("[data-where]");
  const root = where && document.querySelector("[data-board]"), camera = root && cameras.get(root);
  if (camera?.show(where.dataset.where)) { e.preventDefault(); e.stopPropagation(); }
}, true);
/* Board, terrain, sectors: one button goes round; what was chosen stays on this device. */
const VIEW_KEY = "map-view";
function setView(root, view) {
  if (view && view !== "board") root.dataset.view = view;
  else delete root.dataset.view;
}
function keptView() { try { return localStorage.getItem(VIEW_KEY); } catch { return null; } }
document.addEventListener("click", (e) => {
  const button = e.target.closest?.("[data-views]"), root = button?.closest("[data-board]");
  if (!root) return;
  const views = button.dataset.views.split(" "), now = views.indexOf(root.dataset.view ?? "board");
  const next = views[(now + 1) % views.length];
  setView(root, next);
  try { localStorage.setItem(VIEW_KEY, next); } catch { /* a private window keeps nothing */ }
});
for (const root of document.querySelectorAll("[data-board]")) if (root.querySelector("[data-views]")) setView(root, keptView());
document.addEventListener("board:whole", () => {
  const root = document.querySelector("[data-board]"), camera = root && cameras.get(root);
  camera?.whole();
});
document.addEventListener("htmx:after:swap", start);
document.addEventListener("htmx:after:history:restore", start);
start();
