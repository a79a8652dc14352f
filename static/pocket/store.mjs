/* The files of the place that outlive the page, as a file system for Pyodide that never waits.

   A pool of files of the origin private file system is open all the time, because only an open one can be read and
   written at once. Each is a slot: HEAD bytes that say whose it is, behind them the contents. Renaming and deleting
   write heads. One slot at a time may hold what is not on the disk yet: before another is written to, it is flushed,
   so that what SQLite wrote first (its journal) is on the disk first, whichever way it asks for that. settle() puts
   the rest there; nobody is answered before.

   Where there are no such files, slots are memory, and settle() stores those that changed in one transaction of
   IndexedDB. */

const HEAD = 4096, MAGIC = 0x41525231, PATH_AT = 20, LONGEST_PATH = 1024;
const FIRST_SLOTS = 10, SPARE_SLOTS = 4;
const PATIENCE_MS = 15000, LOOK_AGAIN_MS = 40;
const ENOENT = 44, EINVAL = 28, EIO = 29, ENOSPC = 51, ENOTEMPTY = 55;
const FOLDER = 16895, FILE = 33206;

/* Returns the store of a name; a page that was just closed may still hold its files, so it is waited for. */
export async function openStore(name) {
  const source = (await slotFiles(name)) ?? (await slotRecords(name));
  const store = new Store(source);
  await store.open();
  return store;
}

/* --- slots: whose is it, and its bytes -------------------------------------------------------------------- */
class Slot {
  constructor(handle) {
    this.handle = handle;
    this.path = "";
    this.generation = 0;
    this.size = 0;
    this.#load();
  }

  #load() {
    const size = this.handle.getSize();
    if (size < HEAD) return;
    const head = new Uint8Array(HEAD), view = new DataView(head.buffer);
    this.handle.read(head, { at: 0 });
    const length = view.getUint32(12);
    if (view.getUint32(0) !== MAGIC || length > LONGEST_PATH || view.getUint32(16) !== sum(head, length)) return;
    this.generation = view.getUint32(4);
    this.path = new TextDecoder().decode(head.subarray(PATH_AT, PATH_AT + length));
    this.size = size - HEAD;
  }

  /* Says on the disk whose the slot is; an empty path: nobody's. */
  label(path, generation) {
    const head = new Uint8Array(HEAD), view = new DataView(head.buffer);
    const { written } = new TextEncoder().encodeInto(path, head.subarray(PATH_AT, PATH_AT + LONGEST_PATH));
    view.setUint32(0, MAGIC);
    view.setUint32(4, generation);
    view.setUint32(12, written);
    view.setUint32(16, sum(head, written));
    this.handle.write(head, { at: 0 });
    this.handle.flush();
    this.path = path;
    this.generation = generation;
  }

  read(bytes, at) { return at >= this.size ? 0 : this.handle.read(bytes, { at: HEAD + at }); }

  write(bytes, at) {
    const written = this.handle.write(bytes, { at: HEAD + at });
    this.size = Math.max(this.size, at + written);
    return written;
  }

  cut(size) {
    this.handle.truncate(HEAD + size);
    this.size = size;
  }
}

/* A head that was written only in part is nobody's. FNV-1a over generation, length and path. */
function sum(head, length) {
  let all = 0x811c9dc5;
  for (let at = 4; at < PATH_AT + length; at += 1) {
    if (at < 16 || at >= PATH_AT) all = Math.imul(all ^ head[at], 0x01000193) >>> 0;
  }
  return all;
}

/* --- the pool --------------------------------------------------------------------------------------------------- */
export class Store {
  #source;
  #slots = [];
  #unsettled = null;
  #generation = 0;

  constructor(source) { this.#source = source; }

  get kind() { return this.#source.kind; }

  async open() {
    this.#slots = (await this.#source.open()).map((handle) => new Slot(handle));
    const owners = new Map();
    for (const slot of this.#slots) {
      this.#generation = Math.max(this.#generation, slot.generation);
      const other = slot.path && owners.get(slot.path);
      // a rename that was cut off: the later one counts
      if (other) this.free(other.generation < slot.generation ? other : slot);
      if (slot.path) owners.set(slot.path, slot);
    }
    await this.settle();
  }

  files() { return this.#slots.filter((slot) => slot.path); }

  /* Returns an empty slot for a path; undefined when there is none left. */
  take(path) {
    const slot = this.#slots.find((one) => !one.path);
    if (slot) this.label(slot, path);
    return slot;
  }

  label(slot, path) {
    this.#alone(null);
    slot.label(path, this.#generation += 1);
  }

  free(slot) {
    this.#alone(null);
    slot.label("", 0);
    slot.cut(0);
  }

  write(slot, bytes, at) {
    this.#alone(slot);
    return slot.write(bytes, at);
  }

  cut(slot, size) {
    this.#alone(slot);
    slot.cut(size);
  }

  #alone(slot) {
    if (this.#unsettled && this.#unsettled !== slot) this.#unsettled.handle.flush();
    this.#unsettled = slot;
  }

  /* Everything that was written is on the disk, and there are slots for what comes. */
  async settle() {
    this.#alone(null);
    await this.#source.settle();
    const spare = this.#slots.filter((slot) => !slot.path).length;
    const wanted = this.#slots.length ? SPARE_SLOTS - spare : FIRST_SLOTS;
    for (let left = wanted; left > 0; left -= 1) this.#slots.push(new Slot(await this.#source.more()));
  }

  close() {
    this.#alone(null);
    for (const slot of this.#slots) slot.handle.close();
  }
}

/* --- where slots lie: files ---------------------------------------------------------------------------------------- */
async function slotFiles(name) {
  let folder;
  try {
    folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(encodeURIComponent(name), { create: true });
  } catch { return null; }
  if (!globalThis.FileSystemFileHandle?.prototype.createSyncAccessHandle) return null;
  const number = (file) => Number(/^(\d+)\.slot$/.exec(file)?.[1] ?? -1);
  let next = 0;
  return {
    kind: "files",
    async open() {
      const files = [];
      for await (const [file, handle] of folder.entries()) if (number(file) >= 0) files.push([number(file), handle]);
      files.sort(([a], [b]) => a - b);
      next = files.length ? files.at(-1)[0] + 1 : 0;
      return Promise.all(files.map(([, handle]) => patiently(() => handle.createSyncAccessHandle())));
    },
    async more() {
      const handle = await folder.getFileHandle(`${next++}.slot`, { create: true });
      return patiently(() => handle.createSyncAccessHandle());
    },
    async settle() {},
  };
}

async function patiently(attempt) {
  for (const until = performance.now() + PATIENCE_MS; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError" || performance.now() > until) throw error;
      await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
    }
  }
}

/* --- where slots lie: records ---------------------------------------------------------------------------------------- */
class Memory {
  #bytes;
  #size;
  changed = false;

  constructor(bytes = new Uint8Array(0)) {
    this.#bytes = bytes;
    this.#size = bytes.length;
  }

  contents() { return this.#bytes.subarray(0, this.#size); }
  getSize() { return this.#size; }
  flush() {}
  close() {}

  read(bytes, { at }) {
    const found = this.contents().subarray(at, at + bytes.length);
    bytes.set(found);
    return found.length;
  }

  write(bytes, { at }) {
    this.#fit(Math.max(this.#size, at + bytes.length));
    this.#bytes.set(bytes, at);
    return bytes.length;
  }

  truncate(size) {
    this.#bytes.fill(0, size);
    this.#fit(size);
  }

  #fit(size) {
    this.changed = true;
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(size, this.#bytes.length * 2));
      larger.set(this.contents());
      this.#bytes = larger;
    }
    this.#size = size;
  }
}

async function slotRecords(name) {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("slots");
  const database = await answered(asked);
  const handles = [];
  return {
    kind: "records",
    async open() {
      const slots = database.transaction("slots").objectStore("slots");
      for (const bytes of await answered(slots.getAll())) handles.push(new Memory(bytes));
      return [...handles];
    },
    async more() {
      handles.push(new Memory());
      return handles.at(-1);
    },
    async settle() {
      const changed = [...handles.keys()].filter((at) => handles[at].changed);
      if (!changed.length) return;
      const deed = database.transaction("slots", "readwrite", { durability: "strict" });
      for (const at of changed) deed.objectStore("slots").put(handles[at].contents().slice(), at);
      await new Promise((done, failed) => {
        deed.oncomplete = done;
        deed.onabort = () => failed(deed.error);
      });
      for (const at of changed) handles[at].changed = false;
    },
  };
}

function answered(asked) {
  return new Promise((done, failed) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

/* --- the file system ------------------------------------------------------------------------------------------------ */
/* Returns what FS.mount takes. Folders are known by the files in them. */
export function filesystem(FS, store) {
  const fail = (number) => { throw new FS.ErrnoError(number); };
  const path = (folder, name) => {
    const parts = [name];
    for (let node = folder; node.parent !== node; node = node.parent) parts.unshift(node.name);
    return parts.join("/");
  };
  const attempt = (deed) => {
    try {
      return deed();
    } catch (error) {
      return fail(error.name === "QuotaExceededError" ? ENOSPC : EIO);
    }
  };

  function node(parent, name, mode, slot = null) {
    const made = FS.createNode(parent, name, mode, 0);
    const folder = FS.isDir(mode);
    Object.assign(made, { node_ops: folder ? folderDeeds : fileDeeds, stream_ops: folder ? {} : streams, slot });
    if (folder) made.inside = new Map();
    made.atime = made.mtime = made.ctime = Date.now();
    parent?.inside.set(name, made);
    return made;
  }

  function grow(root) {
    for (const slot of store.files()) {
      const parts = slot.path.split("/");
      let folder = root;
      for (const part of parts.slice(0, -1)) folder = folder.inside.get(part) ?? node(folder, part, FOLDER);
      node(folder, parts.at(-1), FILE, slot);
    }
    return root;
  }

  /* Files below a folder that moves get new heads, one after the other. */
  function relabel(moved, where) {
    if (moved.slot) return store.label(moved.slot, where);
    for (const [name, one] of moved.inside) relabel(one, `${where}/${name}`);
  }

  const common = {
    getattr(one) {
      const size = one.slot?.size ?? HEAD, time = (ms) => new Date(ms);
      return {
        dev: 1, ino: one.id, mode: one.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: HEAD, blocks: Math.ceil(size / HEAD),
        atime: time(one.atime), mtime: time(one.mtime), ctime: time(one.ctime),
      };
    },
    setattr(one, attributes) {
      for (const key of ["mode", "atime", "mtime", "ctime"]) if (attributes[key] != null) one[key] = attributes[key];
      if (attributes.size !== undefined && one.slot) attempt(() => store.cut(one.slot, attributes.size));
    },
  };
  const fileDeeds = common;
  const folderDeeds = {
    ...common,
    lookup() { fail(ENOENT); },
    mknod(parent, name, mode) {
      if (FS.isDir(mode)) return node(parent, name, mode);
      if (!FS.isFile(mode)) fail(EINVAL);
      return node(parent, name, mode, attempt(() => store.take(path(parent, name))) ?? fail(ENOSPC));
    },
    rename(one, folder, name) {
      const other = folder.inside.get(name);
      if (other?.inside?.size) fail(ENOTEMPTY);
      attempt(() => {
        relabel(one, path(folder, name));
        if (other?.slot) store.free(other.slot);
      });
      if (other) {
        other.slot = null;
        FS.hashRemoveNode(other);
      }
      one.parent.inside.delete(one.name);
      folder.inside.set(name, one);
      one.name = name;
    },
    unlink(parent, name) {
      const one = parent.inside.get(name);
      attempt(() => store.free(one.slot));
      one.slot = null;
      parent.inside.delete(name);
    },
    rmdir(parent, name) {
      if (parent.inside.get(name).inside.size) fail(ENOTEMPTY);
      parent.inside.delete(name);
    },
    readdir(one) { return [".", "..", ...one.inside.keys()]; },
    symlink() { fail(EINVAL); },
  };
  const streams = {
    read(stream, buffer, offset, length, position) {
      const { slot } = stream.node;
      return slot ? attempt(() => slot.read(buffer.subarray(offset, offset + length), position)) : fail(EIO);
    },
    write(stream, buffer, offset, length, position) {
      const { slot } = stream.node;
      if (!slot) fail(EIO);
      stream.node.mtime = stream.node.ctime = Date.now();
      return length ? attempt(() => store.write(slot, buffer.subarray(offset, offset + length), position)) : 0;
    },
    llseek(stream, offset, whence) {
      const from = whence === 1 ? stream.position : whence === 2 ? stream.node.slot?.size ?? 0 : 0;
      return from + offset < 0 ? fail(EINVAL) : from + offset;
    },
  };
  return { mount: (mount) => grow(Object.assign(node(null, "/", FOLDER), { mount })) };
}
