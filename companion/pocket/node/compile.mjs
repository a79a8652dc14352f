// Has the Python that will run in browsers compile the modules below a folder: runs ../inside.py in it.
// node compile.mjs PYODIDE FOLDER SHOWN

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, folder, shown] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
// what is compiled must not depend on chance
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", HOME: "/" } });
python.FS.mkdirTree("/tree");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/tree");
python.runPython(readFileSync(new URL("../inside.py", import.meta.url), "utf8"));
python.globals.set("SHOWN", shown);
python.runPython(`compile_folder(Path("/tree"), SHOWN)`);
