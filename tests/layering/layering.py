# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The lines between the folders, read from #include and target_link_libraries lines.

Invariants:
  tables/ knows neither generator/ nor runtime/; generator/ and runtime/ never know each other.
  Nobody knows tools/ but tools/ (and the tests of tools/ and of tools/serve/, and the fuzzers).
  lmdb.h, zstd.h and xxhash.h are seen by tables/*.cc alone (and by the tests of tables/).
  The headers that installed programs include know nothing but the standard library.
  The freestanding ring knows three C headers and itself.
  The libraries put text together with absl/strings/str_cat.h: str_format.h ends the process where
  there is no memory.
"""

import pathlib
import re
import sys

FOLDERS = ("tables", "generator", "runtime", "tools", "tests")
PRODUCT = ("tables", "generator", "runtime", "tools")

# What a folder's files may include of ours, and what its targets may link.
MAY_KNOW = {
    "tables": {"tables"},
    "generator": {"tables", "generator"},
    "runtime": {"tables", "runtime"},
    "tools": {"tables", "generator", "runtime", "tools"},
    "tests": {"tables", "generator", "runtime", "tests"},
    "tests/tools": {"tables", "generator", "runtime", "tools", "tests"},
    "tests/fuzz": {"tables", "generator", "runtime", "tools", "tests"},
}
STORE_HEADER = re.compile(r"^(lmdb|zstd\w*|zdict|xxhash|xxh3)\.h$")
STORE_TARGET = re.compile(r"^(LMDB|Zstd|XxHash)::")
TARGET_FOLDER = {
    "tilebase_tables": "tables",
    "tilebase_generator": "generator",
    "tilebase_runtime": "runtime",
    "tilebase_c_api": "runtime",
    "tilebase_static": "runtime",
    "tilebase": "runtime",
    "tilebase_classic": "tools",
    "tilebase_serve": "tools",
    "tilebase_cli": "tools",
    "tilebase_damage": "tests",
}
PUBLIC_HEADERS = ("runtime/tilebase.h", "runtime/tilebase.hpp")

# A header joins the ring by this line in its opening comment; these have to be in it.
RING_MARK = "// Freestanding:"
RING = {
    "tables/geometry.h",
    "tables/board.h",
    "tables/subproblem.h",
    "tables/ranking.h",
    "tables/entry.h",
    "tables/image/fault.h",
    "tables/image/flat_image.h",
    "tables/image/plain_hash.h",
    "runtime/lookup/walk.h",
    "runtime/embedded.h",
}
RING_C_HEADERS = {"stdint.h", "stddef.h", "string.h"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
LINK = re.compile(r"target_link_libraries\s*\(\s*(\S+)([^)]*)\)")


def sources(root):
    """Paths of all C and C++ files below the folders, relative to root, sorted."""
    found = []
    for folder in FOLDERS:
        for path in (root / folder).rglob("*"):
            if path.suffix in (".h", ".hpp", ".c", ".cc") and path.is_file():
                found.append(path.relative_to(root))
    return sorted(found)


def includes(path):
    """(line number, '<' or '"', name) of every #include."""
    text = path.read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def ring(root):
    """The freestanding headers: those that say so."""
    return {
        path.as_posix()
        for path in sources(root)
        if path.suffix == ".h" and path.parts[0] in PRODUCT
        and RING_MARK in (root / path).read_text(encoding="utf-8")
    }


def may_know(path):
    return MAY_KNOW.get("/".join(path.parts[:2]), MAY_KNOW[path.parts[0]])


def is_tables_source(path):
    return path.suffix == ".cc" and (path.parts[0] == "tables" or
                                     path.parts[:2] == ("tests", "tables"))


def check_includes(root):
    ring_headers = ring(root)
    for header in sorted(RING - ring_headers):
        yield f"{header}: must be freestanding and say so ('{RING_MARK}' in its opening comment)"
    for path in sources(root):
        name = path.as_posix()
        for line, bracket, included in includes(root / path):
            where = f"{name}:{line}"
            # "../runtime/lookup/walk.h" and "./walk.h" would hide a folder from the rules below.
            if ".." in pathlib.PurePosixPath(included).parts or included.startswith("./"):
                yield f"{where}: includes {included}; name it from the root of the tree"
                continue
            folder = included.split("/")[0]
            if folder in FOLDERS and folder not in may_know(path):
                yield f"{where}: {path.parts[0]}/ must not include {folder}/ ({included})"
            if STORE_HEADER.match(included.split("/")[-1]) and not is_tables_source(path):
                yield f"{where}: only tables/*.cc may include {included}"
            if folder == "absl" and included.endswith("str_format.h") and \
                    path.parts[0] in ("tables", "generator", "runtime"):
                yield f"{where}: a library must not include {included}"
            if name in ring_headers and included not in RING_C_HEADERS | ring_headers:
                yield f"{where}: a freestanding header must not include {included}"
            if name in PUBLIC_HEADERS and bracket == '"' and included != "tilebase.h":
                yield f"{where}: an installed header must not include {included}"


def check_targets(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("CMakeLists.txt")):
            relative = path.relative_to(root)
            text = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
            for match in LINK.finditer(text):
                for library in re.findall(r"[\w:]+", match.group(2)):
                    home = TARGET_FOLDER.get(library)
                    if home is not None and home not in may_know(relative):
                        yield f"{relative}: {match.group(1)} must not link {library}"
                    if STORE_TARGET.match(library) and relative.parts[0] != "tables" and \
                            relative.parts[:2] != ("tests", "tables"):
                        yield f"{relative}: {match.group(1)} must not link {library}"
                    if STORE_TARGET.match(library) and \
                            library not in match.group(2).partition("PRIVATE")[2]:
                        yield f"{relative}: {match.group(1)} must link {library} as PRIVATE"


def check(root):
    """Every violation as one line of text: where, and what is wrong."""
    root = pathlib.Path(root)
    return list(check_includes(root)) + list(check_targets(root))


if __name__ == "__main__":
    violations = check(sys.argv[1] if len(sys.argv) > 1 else ".")
    print("\n".join(violations))
    sys.exit(1 if violations else 0)
