// Answers requests out of a bundle's own Python: node ask.mjs FOLDER ROOT [PRELUDE]. Each line in is a request as JSON, each line
// out its answer; bodies in base64. An empty request is answered with the names of all modules that were imported.
// PRELUDE is Python to be run once the place is open.

import { createInterface } from "node:readline";

import { open } from "./open.mjs";

const [folder, root, prelude] = process.argv.slice(2);
const python = await open(folder);
python.globals.set("ROOT", root);
python.runPython(`
import base64, json, sys
from pathlib import Path
from companion.pocket.place import open_place

place = open_place(Path("/data"), ROOT)

def ask(line):
    if not line:
        return json.dumps(sorted(sys.modules))
    one = json.loads(line)
    answer = place.answer(one["method"], one["url"], one["headers"], base64.b64decode(one["body"]))
    body = base64.b64encode(answer.body).decode()
    return json.dumps([answer.status, answer.headers, body, answer.cookies])
`);
python.runPython(prelude ?? "");
const ask = python.globals.get("ask");
for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${ask(line)}\n`);
