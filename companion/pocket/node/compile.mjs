// Compiles the Python files below a folder with the very Python that will run them, and removes the sources.
// node compile.mjs PYODIDE FOLDER SHOWN: the last is where the files will stand, as tracebacks name them.
import { pathToFileURL } from "node:url";

const [runtime, folder, shown] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", HOME: "/" } });
python.FS.mkdirTree("/tree");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/tree");
python.globals.set("SHOWN", shown);
python.runPython(`
import os, py_compile

def compiled(folder, shown):
    for name in sorted(os.listdir(folder)):
        path = f"{folder}/{name}"
        if os.path.isdir(path):
            compiled(path, f"{shown}/{name}")
        elif name.endswith(".py"):
            py_compile.compile(
                path, path + "c", f"{shown}/{name}", doraise=True, optimize=2,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
            os.remove(path)

compiled("/tree", SHOWN)
`);
