/* The picture of a game to share: the server's drawing as a PNG, handed to the system's sharing where there is one,
   else saved. Where it cannot be drawn the link saves the drawing itself. */

const SCALE = 1;

async function drawn(url) {
  const text = await (await fetch(url)).text();
  const source = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) => canvas.toBlob((blob) => blob ? done(blob) : failed(new Error("no picture")), "image/png"));
  } finally {
    URL.revokeObjectURL(source);
  }
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function share(link) {
  const name = `arrakis-${location.pathname.split("/g/")[1]?.split("/")[0] ?? "game"}.png`;
  let blob;
  try {
    blob = await drawn(link.href);
  } catch {
    document.dispatchEvent(new CustomEvent("announce", { detail: { value: link.dataset.failed } }));
    location.assign(link.href);
    return;
  }
  const file = new File([blob], name, { type: "image/png" });
  try {
    if (navigator.canShare?.({ files: [file] })) return void await navigator.share({ files: [file], title: document.title });
  } catch (problem) {
    if (problem.name === "AbortError") return;
  }
  save(blob, name);
}

document.addEventListener("click", (e) => {
  const link = e.target.closest?.("[data-picture]");
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey || link.getAttribute("aria-busy") === "true") return;
  e.preventDefault();
  link.setAttribute("aria-busy", "true");
  share(link).finally(() => link.setAttribute("aria-busy", "false"));
});
