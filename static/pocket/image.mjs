/* An image of Python's memory when everything was imported, made on this device at the first opening: the next one
   reads it instead of importing. It fits one build in one browser, and lies beside the games as one file: BEGIN bytes
   that say that it is whole, then what Pyodide's makeMemorySnapshot() gave, whose head tells where the memory begins. */

const BEGIN = 4096, MAGIC = 0x41524931, PREFIX = "image-";

async function folderOf(name) {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(encodeURIComponent(name), { create: true });
}

async function fileName(build) {
  const text = new TextEncoder().encode(`${build} ${navigator.userAgent}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return PREFIX + Array.from(digest.subarray(0, 8), (one) => one.toString(16).padStart(2, "0")).join("");
}

/* Returns the image of a build, null where there is none: its head, the size of the memory, and pour(), which fills it. */
export async function findImage(name, build) {
  let file;
  try {
    file = await (await (await folderOf(name)).getFileHandle(await fileName(build))).createSyncAccessHandle();
  } catch { return null; }
  const begin = new DataView(new ArrayBuffer(12));
  file.read(begin, { at: 0 });
  const size = begin.getUint32(4), head = new Uint8Array(begin.getUint32(8));
  if (begin.getUint32(0) !== MAGIC || file.getSize() !== BEGIN + size) {
    file.close();
    return null;
  }
  file.read(head, { at: BEGIN });
  return {
    head,
    size: size - head.length,
    pour(memory) {
      file.read(memory.subarray(0, size - head.length), { at: BEGIN + head.length });
      file.close();
    },
  };
}

/* Keeps an image, and none of another build or browser. */
export async function keepImage(name, build, bytes) {
  const folder = await folderOf(name), own = await fileName(build);
  await forgetImages(name);
  const file = await (await folder.getFileHandle(own, { create: true })).createSyncAccessHandle();
  try {
    const begin = new DataView(new ArrayBuffer(12));
    begin.setUint32(0, MAGIC);
    begin.setUint32(4, bytes.length);
    begin.setUint32(8, new Uint32Array(bytes.buffer, bytes.byteOffset, 2)[1]);
    file.write(bytes, { at: BEGIN });
    file.flush();
    file.write(begin, { at: 0 });
    file.flush();
  } finally { file.close(); }
}

export async function forgetImages(name) {
  const folder = await folderOf(name), found = [];
  for await (const file of folder.keys()) if (file.startsWith(PREFIX)) found.push(file);
  for (const file of found) await folder.removeEntry(file);
}
