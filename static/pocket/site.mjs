// Lays an archive whose files are not compressed into Pyodide's file system: nothing is copied, the files lie where they
// came in one piece.

const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;

export function layOut(python, archive, folder) {
  const { FS } = python;
  const made = new Set();
  for (const [path, data] of entries(archive)) {
    const cut = path.lastIndexOf("/");
    const parent = cut < 0 ? folder : `${folder}/${path.slice(0, cut)}`;
    if (!made.has(parent)) {
      FS.mkdirTree(parent);
      made.add(parent);
    }
    FS.createDataFile(parent, path.slice(cut + 1), data, true, false, true);
  }
}

function* entries(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.byteLength - END_BYTES;
  if (view.getUint32(end, true) !== END) {
    throw new Error("site.zip: its end is missing");
  }
  const names = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY || view.getUint16(at + 10, true) !== 0) {
      throw new Error("site.zip: an entry is damaged or compressed");
    }
    const size = view.getUint32(at + 24, true);
    const name = view.getUint16(at + 28, true);
    const more = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    yield [names.decode(archive.subarray(at + 46, at + 46 + name)), archive.subarray(start, start + size)];
    at += 46 + name + more;
  }
}
