# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""one_file.py DOCUMENT OUT FILE...: a page with its script, its styles and the files inside.

One document is there sooner than fifteen, and with all of its files inside a browser opens it
without a server: browsers load neither modules nor data from file:// addresses. The style that the
first paint can do without stands behind the board, as browsers paint what they have read by then.
Comments and indentation are left out; the page links to its source.

Each module becomes a function that returns what the module exports, in the order in which they
import one another; modules here import and export by name only. The files are packed, as base64 text
in elements that files.js knows ("file:" and the name)."""

import base64
import gzip
import re
import sys
from pathlib import Path

COMMENT = r"/\*(?:.|\n)*?\*/"
LATER = "/* What follows is not needed for the first paint"
STYLE = r'  <link rel="stylesheet" href="(\w+\.css)">\n'
SCRIPT = r'  <script type="module" src="(\w+)\.js"></script>\n'
# The page beside the first one; the service serves index.html as it is, and has no warehouse.
WAREHOUSE = """        <p id="warehouse"><a href="warehouse.html">A full warehouse</a>: the fewest steps that bring a load out.</p>
"""
IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";', re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:const|function|class) (\w+)", re.MULTILINE)


# The first frame shows the logo and the board's frame, without any text, whose fonts would be looked
# for; the next one the tiles; and then comes the panel.
BEGIN = """<script>
const page = document.documentElement;
const after = (then) => document.hidden ? then() : requestAnimationFrame(() => setTimeout(then));
page.classList.add("early");
addEventListener("DOMContentLoaded", () => after(() => {
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = document.getElementById("script").textContent;
  document.body.append(script);
  after(() => page.classList.remove("early"));
}));
</script>
"""


def encoded(data):
    return base64.b64encode(data).decode("ascii")


def packed(file):
    return encoded(gzip.compress(file.read_bytes(), 9, mtime=0))


def shortened(text, comment):
    """Without lines that are comments, and without indentation. No text here goes over lines."""
    return re.sub(r"^\s+", "", re.sub(comment, "", text, flags=re.MULTILINE), flags=re.MULTILINE)


def bundled(sources, name, done):
    """The module and, before it, those that it imports; none twice."""
    if name in done:
        return ""
    done.add(name)
    file = sources / f"{name}.js"
    text = (file if file.exists() else sources.parent / file.name).read_text(encoding="utf-8")
    before = "".join(bundled(sources, found[2], done) for found in IMPORT.finditer(text))
    exports = ", ".join(EXPORT.findall(text))
    text = re.sub(r"^export ", "", IMPORT.sub(r"const \1 = from_\2;", text), flags=re.MULTILINE)
    left = re.search(r'^(import|export)\b|from "\.', text, re.MULTILINE)
    if left:
        sys.exit(f"{file}: expected imports and exports by name, found '{left[0]}'")
    text = shortened(text, r"^\s*//.*$")
    return f"{before}const from_{name} = (() => {{\n{text}return {{ {exports} }};\n}})();\n"


def one_file(document, files, name):
    sources = document.parent
    html = document.read_text(encoding="utf-8")
    first = rest = ""
    for style in re.findall(STYLE, html):
        begin, later, end = (sources / style).read_text(encoding="utf-8").partition(LATER)
        if not later:
            sys.exit(f"{sources / style}: expected '{LATER}', found none")
        first += begin
        rest += later + end
    first, rest = (f"<style>\n{shortened(style, COMMENT)}</style>\n" for style in (first, rest))
    icon = encoded((sources / "icon.svg").read_bytes())
    inside = "\n".join(f'<script type="text/plain" id="file:{file.name}">{packed(file)}</script>'
                       for file in files)
    modules = "".join(bundled(sources, module, set()) for module in re.findall(SCRIPT, html))
    script = f'<script type="text/plain" id="script">\n{modules}</script>'
    replacements = {
        r'  <link rel="modulepreload".*\n': "",
        f"(?:{STYLE})+": first,
        r'(?=<div class="panel">)': rest + BEGIN,
        SCRIPT: "",
        r"</body>": f"{inside}\n{script}\n</body>",
    }
    if name == "tilebase.html":
        replacements[r'  <link rel="manifest".*\n'] = ""
        replacements[r' *<p id="links">(.|\n)*?</p>\n'] = ""  # to files beside the page
        replacements[r'href="icon.svg"'] = f'href="data:image/svg+xml;base64,{icon}"'
    elif name == "index.html":
        replacements[r'(?<=<p id="label"></p>\n)'] = WAREHOUSE
    for old, new in replacements.items():
        html, count = re.subn(old, lambda _: new, html)
        if count == 0:
            sys.exit(f"{document}: expected '{old}', found none")
    return html


if __name__ == "__main__":
    DOCUMENT, OUT, *FILES = map(Path, sys.argv[1:])
    OUT.write_text(one_file(DOCUMENT, FILES, OUT.name), encoding="utf-8")
