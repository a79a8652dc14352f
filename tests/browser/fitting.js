/* What does not fit on pages. Run by tests/browser/fitting.py in a page that is there: puts one answer to htmx after the
   other into it, as htmx would, without its history and events, or one whole page after the other without its scripts,
   and measures. What was fetched and read once is kept, for the next size of the same pages: only copies of it are shown. */
const kept = (window.answers ??= new Map());
async function fetched(moment, path) {
  const name = `${moment} ${path}`;
  if (!kept.has(name)) {
    document.cookie = `moment=${moment};path=/`;
    const answer = await fetch(path, moment === null ? {} : {headers: {"HX-Request": "true"}});
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    kept.set(name, [answer.ok || moment === null, answer.status, page]);
  }
  return kept.get(name);
}
async function put(moment, path) {
  const [ok, status, page] = await fetched(moment, path);
  if (!ok) return `answers ${status}`;
  if (moment === null) return whole(page);
  for (const id of ["main", "bar", "strip"]) {
    const fresh = page.getElementById(id);
    if (!fresh && id === "main") return "has no step";
    if (fresh) document.getElementById(id).replaceWith(document.importNode(fresh, true));
  }
  return "";
}
/* A whole page instead of the one that is there: its styles, its body with whatever can unfold unfolded. */
async function whole(page) {
  if (!page.getElementById("main")) return "has no main part";
  // What both have in common stays: the typeface of a sheet that is replaced would come anew, and too late.
  const css = "link[rel=stylesheet]", old = [...document.querySelectorAll(css)], styles = [...page.querySelectorAll(css)];
  const last = styles.findIndex((one, n) => one.href !== old[n]?.href), same = last < 0 ? styles.length : last;
  await Promise.all(styles.slice(same).map((one) => new Promise((done) => {
    document.head.append(Object.assign(document.createElement("link"), {rel: "stylesheet", href: one.href, onload: done, onerror: done}));
  })));
  for (const one of old.slice(same)) one.remove();
  const body = document.importNode(page.body, true);
  for (const one of body.querySelectorAll("script")) one.remove();
  for (const one of body.querySelectorAll("details")) one.open = true;
  document.body.replaceWith(body);
  return "";
}
const SEEN = 28;
const shown = (one) => one.getClientRects().length > 0 && !one.closest(".vh,details:not([open])>:not(summary)");
const words = (one) => one.textContent.trim().replace(/\s+/g, " ").slice(0, 60) || one.outerHTML.slice(0, 90);
/* Whether something lies in a table that scrolls sideways by itself. */
const scrolls = (one) => { for (let up = one; up && !up.matches("#main,body"); up = up.parentElement)
  if (up.scrollWidth > up.clientWidth && /auto|scroll/.test(getComputedStyle(up).overflowX)) return true;
  return false; };
const FRAMES = ".btn,.key,.opt,.sl,.todo,.act,.cell,.have,.side,.take>div,.stepr,.kick,.note,.field,.rib a,.die,.step,summary,.who,.placed>li,.ev,.crit,.tip"
  + ",.tile,.chip,.tongue,.tabs>*,.seg>*,.parts>*,.learn-tabs>*,.acts>*,.row>a,.card,.kept,.drop,.ruling,.brand,td,th,dt,dd";
const TARGETS = "#main a.btn,#main button,#main .key,#main .opt,#main summary,#main input:not([type=hidden]):not(.vh),#main select,.top a,.top button,.trk,.rib a";

/* What a font has above and below its letters may stand out of a line that is set tightly. */
const over = (line) => Math.max(2, line.height / 8);
/* Words that go beyond the frame around them, or that break without a hyphen. */
function* texts(root, share) {
  const main = document.getElementById("main");
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !shown(parent) || parent.closest("option,select,script,style,noscript,.code,.link,svg") || scrolls(parent)) continue;
    const frame = parent.closest(FRAMES);
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()];
    const room = (frame ?? main).getBoundingClientRect(), upright = frame && !frame.matches(".step");
    for (const line of lines) {
      if (line.left < room.left - 1 || line.right > room.right + 1 || line.right > innerWidth + 1 || line.left < -1)
        yield ["goes beyond its frame sideways", words(frame ?? parent)];
      else if (upright && (line.top < room.top - over(line) || line.bottom > room.bottom + over(line)))
        yield ["goes beyond its frame up or down", words(frame)];
      else continue;
      break;
    }
    if (new Set(lines.map((line) => Math.round(line.top))).size < 2) continue;
    for (const word of node.data.matchAll(/[\p{L}\p{M}\u00ad]{2,}/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
      if (share.words && tops.size > 1 && !broken_well(node, word, range)) yield ["breaks a word", `${word[0]} in ${words(frame ?? parent)}`];
    }
  }
}
function broken_well(node, word, range) {
  const top = (n) => {
    range.setStart(node, word.index + n);
    range.setEnd(node, word.index + n + 1);
    return [...range.getClientRects()].pop()?.top;  // the first one may be the empty end of the line before
  };
  let last = top(0);
  for (let n = 1; n < word[0].length; n++) {
    const now = top(n);
    if (now > last + 3 && word[0][n - 1] !== "\u00ad" && word[0][n] !== "\u00ad") return false;
    if (now !== undefined) last = now;
  }
  return true;
}
function* frames(root) {
  for (const one of root.querySelectorAll(FRAMES)) {
    if (!shown(one) || scrolls(one)) continue;
    const box = one.getBoundingClientRect();
    if (box.right > innerWidth + 1 || box.left < -1) yield ["leaves the screen", words(one)];
    if (one.scrollWidth > one.clientWidth + 4 && one.clientWidth && getComputedStyle(one).display !== "inline" && !one.matches(".step,.kick,.stepr,.who,.ev,.crit"))
      yield ["holds more than its width", words(one)];
  }
  for (const one of document.querySelectorAll(TARGETS)) {
    if (!shown(one)) continue;
    const box = one.getBoundingClientRect(), least = one.matches(".rib a") ? 36.5 : 43.5;
    if (Math.min(box.width, box.height) < least) yield ["is smaller than a finger", one.outerHTML.slice(0, 90)];
  }
}
/* What has the colour of the next step: the go button, things to choose, the swatch of what glows on the map. */
function orange(main) {
  const found = [...main.querySelectorAll(".btn.go")].filter((one) => shown(one) && !one.matches("[aria-disabled=true]")
    && (one.hasAttribute("formnovalidate") || !one.closest("form:invalid"))).map(() => "go");
  const asks = [...main.querySelectorAll(".ask,.cas:not(.calm)")].filter(shown);
  for (const one of asks) if (!one.parentElement.closest(".ask") && (!one.matches(".cas") || !found.length)) found.push("ask");
  if ([...main.querySelectorAll(".swatch")].some(shown) && !found.length) found.push("map");
  return found;
}
function* layout(main, share) {
  if (document.documentElement.scrollWidth > innerWidth) yield ["scrolls sideways", String(document.documentElement.scrollWidth)];
  if (main.scrollWidth > main.clientWidth + 1) yield ["panel scrolls sideways", String(main.scrollWidth)];
  const board = document.getElementById("board")?.getBoundingClientRect(), fight = main.matches(".fight") || main.querySelector("fieldset.hand,.ahead,.hinted");
  if (board && !fight && share.height && board.height < share.height * innerHeight - 1) yield ["map is low", `${Math.round(board.height)}`];
  if (board && !fight && share.width && board.width < share.width * innerWidth) yield ["map is narrow", `${Math.round(board.width)}`];
  const go = [...main.querySelectorAll(".foot .btn.go")].filter(shown).pop(), room = main.getBoundingClientRect();
  if (go && share.words) {
    const box = go.getBoundingClientRect();
    if (box.bottom > innerHeight || box.top < room.top) yield ["go is out of sight", words(go)];
    if (box.height < 55.5) yield ["go is low", `${box.height}`];
  }
  const foot = [...main.querySelectorAll(".dock,.foot")].filter(shown)[0]?.getBoundingClientRect().top ?? room.bottom;
  const first = [...main.querySelectorAll(".opt,.key:not(.gone),.sl,.todo:not(.read)")].filter(shown)[0];
  if (first && !first.closest(".dock,details") && !main.querySelector(".swatch") && share.choices && first.getBoundingClientRect().top + SEEN > Math.min(foot, innerHeight)) yield ["choices begin below the fold", words(first)];
  const found = orange(main);
  if (found.length > 1 && new Set(found).size + (found.filter((one) => one === "go").length > 1) > 1) yield ["more than one orange thing", found.join(" ")];
}
function* misfits(share, whole) {
  const main = document.getElementById("main");
  for (const root of whole ? [document.body] : [main, document.getElementById("bar"), document.getElementById("strip")])
    if (root) { yield* texts(root, share); yield* frames(root); }
  if (!whole) yield* layout(main, share);
  else if (document.documentElement.scrollWidth > innerWidth) yield ["scrolls sideways", String(document.documentElement.scrollWidth)];
}
const [pages, share, done] = arguments;
(async () => {
  const found = [];
  // All of them before the first is shown: while the browser waits for an answer it would paint what nobody looks at.
  for (const [moment, path] of pages) await fetched(moment, path);
  for (const [moment, path] of pages) {
    const wrong = await put(moment, path);
    const seen = new Set();
    for (const [what, about] of wrong ? [[wrong, path]] : misfits(share, moment === null)) {
      if (!seen.has(what + about)) found.push([moment, path, what, about]);
      seen.add(what + about);
    }
  }
  return found;
})().then(done, (problem) => done([["", "", "script", String(problem.stack)]]));
