# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""package.py SOURCES MODULE OUT: the scripts of the npm package.

Each holds what it needs, the module and the worker as text, so bundlers find no file to look for. Of
each there is an ES module and a CommonJS one, for require() in Node.js before 22. Scripts for
browsers import nothing; what Node.js needs besides is in a script of its own."""

import base64
import json
import re
import sys
from pathlib import Path

EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class) (\w+))", re.MULTILINE)
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


def common_js(text):
    names = ", ".join(EXPORT.findall(text))
    return f'"use strict";\n{EXPORT.sub("", text)}\nmodule.exports = {{ {names} }};\n'


def main():
    sources, module, out = map(Path, sys.argv[1:])

    def write(name, text):
        (out / name).write_text(text, encoding="utf-8")

    tables = filled((sources / "tilebase.js").read_text("utf-8"),
                    {"INSIDE": json.dumps(base64.b64encode(module.read_bytes()).decode("ascii"))})
    write("tilebase.js", tables)
    write("tilebase.cjs", common_js(tables))

    worker = "".join(COMMENT.sub("", (sources / "page" / name).read_text("utf-8"))
                     for name in ("stages.js", "effort.js"))
    shorten = filled((sources / "shorten.js").read_text("utf-8"), {"SOURCE": json.dumps(worker)})
    in_node = {"BEFORE": json.dumps(BEFORE)}
    write("shorten.js", shorten)
    write("shorten.node.js", filled(shorten, {**in_node, "Thread": IMPORTED}))
    write("shorten.node.cjs", common_js(filled(shorten, {**in_node, "Thread": REQUIRED})))
    for name in ("tilebase", "shorten"):
        write(f"{name}.d.cts", (sources / f"{name}.d.ts").read_text("utf-8"))


if __name__ == "__main__":
    main()
