# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""one_file.py PAGE OUT: the page as one file, which a browser opens without a server.

Browsers load neither modules nor data from file:// addresses, so all is inside: the style, each
module as a data: address that an import map names, and the other files as base64 text in elements
that answers.js knows ("file:" and the name)."""

import base64
import re
import sys
from pathlib import Path

APART = {"index.html", "page.css", "sw.js", "manifest.json", "icon.svg"}


def encoded(data):
    return base64.b64encode(data).decode("ascii")


def one_file(page):
    html = (page / "index.html").read_text(encoding="utf-8")
    modules = {}
    inside = []
    for file in sorted(page.iterdir()):
        if file.name in APART or file.suffix == ".html":
            continue
        if file.suffix == ".js" and file.name != "effort.js":
            # Relative names mean nothing in a data: address.
            text = re.sub(r'from "\./([\w.]+)"', r'from "tilebase/\1"', file.read_text(encoding="utf-8"))
            modules[f"tilebase/{file.name}"] = f"data:text/javascript;base64,{encoded(text.encode())}"
        else:
            inside.append(f'<script type="text/plain" id="file:{file.name}">'
                          f"{encoded(file.read_bytes())}</script>")
    imports = ",\n".join(f'"{name}": "{address}"' for name, address in modules.items())
    icon = encoded((page / "icon.svg").read_bytes())
    replacements = {
        r'  <link rel="(manifest|modulepreload)".*\n': "",
        r'<link rel="stylesheet".*>': f"<style>\n{(page / 'page.css').read_text(encoding='utf-8')}</style>",
        r'href="icon.svg"': f'href="data:image/svg+xml;base64,{icon}"',
        r'  <script type="module" src="page.js"></script>':
            f'<script type="importmap">{{"imports": {{\n{imports}\n}}}}</script>\n'
            '<script type="module">import "tilebase/page.js";</script>',
        r"</body>": "\n".join(inside) + "\n</body>",
    }
    for old, new in replacements.items():
        html, count = re.subn(old, lambda _: new, html)
        if count == 0:
            sys.exit(f"{page / 'index.html'}: expected '{old}', found none")
    return html


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(one_file(Path(sys.argv[1])), encoding="utf-8")
