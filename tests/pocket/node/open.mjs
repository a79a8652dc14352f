// Opens the bundle's Python under node, with the bundle's own files only.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

export async function open(folder) {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/py/pyodide.mjs`).href);
  const { layOut } = await import(pathToFileURL(`${folder}/site.mjs`).href);
  const lockFileContents = JSON.stringify({ info: { abi_version: "2026_0", arch: "wasm32", platform: "", python: "3.14", version: "" }, packages: {} });
  const python = await loadPyodide({ indexURL: `${folder}/py/`, lockFileContents, packageBaseUrl: `${folder}/py/`, env: { HOME: "/home" } });
  layOut(python, new Uint8Array(readFileSync(`${folder}/site.zip`)), "/site");
  python.FS.mkdirTree("/data");
  python.runPython(`import sys; sys.path.insert(0, "/site")`);
  return python;
}
