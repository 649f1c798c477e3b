# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""package.py SOURCES SET OUT WORKER: the scripts of the npm package, around the modules that are in OUT; and the
page's worker.

Each holds what it needs, the module, the set and the worker as text, so bundlers find no file to look
for. Of each there is an ES module and a CommonJS one, for require() in Node.js before 22. Scripts for
browsers import nothing of Node.js; what that needs besides is in a script of its own."""

import base64
import gzip
import json
import re
import sys
from pathlib import Path

EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";', re.MULTILINE)
COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)
# What a thread of Node.js lacks to run a browser's worker.
BEFORE = ('const { parentPort } = require("node:worker_threads");'
          "globalThis.onmessage = null;"
          "globalThis.postMessage = (data) => parentPort.postMessage(data);"
          'parentPort.on("message", (data) => onmessage({ data }));\n')
IMPORTED = 'import { Worker as Thread } from "node:worker_threads";'
REQUIRED = 'const { Worker: Thread } = require("node:worker_threads");'


def filled(text, values):
    """The text with `const NAME = ...;` set anew for each name."""
    for name, value in values.items():
        line = value if value.endswith(";") else f"const {name} = {value};"
        text, count = re.subn(rf"^const {name} = .*;$", lambda _: line, text, flags=re.MULTILINE)
        if count != 1:
            sys.exit(f"expected one line 'const {name} = ...;', found {count}")
    return text


def base64_text(data):
    return json.dumps(base64.b64encode(data).decode("ascii"))


def packed(file):
    return base64_text(gzip.compress(file.read_bytes(), 9, mtime=0))


def common_js(text):
    """The script for require(), as are the scripts that it imports."""
    names = ", ".join(EXPORT.findall(text))
    text = IMPORT.sub(r'const \1 = require("./\2.cjs");', EXPORT.sub("", text))
    return f'"use strict";\n{text}\nmodule.exports = {{ {names} }};\n'


def main():
    sources, image, out, page_worker = map(Path, sys.argv[1:])

    def source(name):
        return (sources / name).read_text(encoding="utf-8")

    def write(name, text):
        (out / name).write_text(text, encoding="utf-8")

    small = filled(source("small.js"), {"INSIDE": base64_text((out / "small.wasm").read_bytes())})
    runtime = filled(source("tilebase.js"), {"INSIDE": packed(out / "tilebase.wasm"), "BUILT_IN": packed(image)})
    for name, text in (("small", small), ("tilebase", runtime)):
        write(f"{name}.js", text)
        write(f"{name}.cjs", common_js(text))

    in_worker = "".join(IMPORT.sub("", EXPORT.sub("", COMMENT.sub("", source(name))))
                        for name in ("tilebase.js", "in_worker.js"))
    page_worker.write_text(in_worker, encoding="utf-8")
    worker = filled(source("worker.js"), {"SOURCE": json.dumps(in_worker)})
    in_node = {"BEFORE": json.dumps(BEFORE)}
    write("worker.js", worker)
    write("worker.cjs", common_js(worker))
    write("worker.node.js", filled(worker, {**in_node, "Thread": IMPORTED}))
    write("worker.node.cjs", common_js(filled(worker, {**in_node, "Thread": REQUIRED})))
    for name in ("tilebase", "small", "worker"):
        write(f"{name}.d.cts", source(f"{name}.d.ts").replace('.js";', '.cjs";'))


if __name__ == "__main__":
    main()
