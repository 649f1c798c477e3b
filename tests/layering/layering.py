# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The lines between the rooms of the tree, read from #include lines and the CMake files.

A room is a folder with sources. Invariants:
  A file knows its own room and what MAY_KNOW grants it: tools -> {generator, runtime} -> tables,
  and finer arrows inside each.
  A CMake file names no target of a folder that its own folder may not know.
  A library of others is seen where HEADER_HOME says, in sources, and linked by nothing but tables/.
  A test named for a module lies where the module does, below tests/.
  The sources of a target may be compiled as one: their unnamed namespaces name no constant or type
  alike.
  The headers that installed programs include know nothing but the standard library.
  The freestanding ring knows three C headers and itself.
  The libraries put text together with absl/strings/str_cat.h: str_format.h ends the process where
  there is no memory.
"""

import functools
import pathlib
import re
import sys

FOLDERS = ("tables", "generator", "runtime", "tools", "tests")
PRODUCT = ("tables", "generator", "runtime", "tools")

# The files of a room may include their own room and these: rooms, single files, and whole folders
# (with a slash at the end).
LIBRARIES = {"tables/", "generator/", "runtime/"}
MAY_KNOW = {
    "tables": {"tables/codec", "tables/system"},
    "tables/system": {"tables"},
    "tables/codec": {"tables", "tables/system"},
    "tables/image": {"tables", "tables/system", "tables/codec"},
    "tables/values": {"tables", "tables/system"},
    "tables/store": {"tables", "tables/system", "tables/codec"},
    "tables/words": {"tables", "tables/system", "tables/codec"},

    "generator": {"tables/", "generator/retrograde", "generator/solvers", "generator/values"},
    "generator/retrograde": {"tables/", "generator"},
    "generator/solvers": {"tables/", "generator"},
    "generator/values": {"tables/", "generator"},
    "generator/words": {"tables/", "generator"},
    "generator/cluster": {"tables/", "generator", "generator/retrograde"},
    "generator/plans": {"tables/", "generator", "generator/retrograde", "generator/solvers"},

    # lookup <- patterns, any <- search <- the ABI. The verifier shares no code with what it verifies.
    "runtime/lookup": {"tables/", "runtime/tilebase.h"},
    "runtime/patterns": {"tables/", "runtime/tilebase.h", "runtime/lookup"},
    "runtime/search": {"tables/", "runtime/tilebase.h", "runtime/lookup", "runtime/patterns",
                           "runtime/any"},
    "runtime/any": {"tables/", "runtime/tilebase.h", "runtime/lookup"},
    "runtime/words": {"tables/", "runtime/tilebase.h"},
    "runtime/verify": {"tables/"},
    "runtime/reader": {"tables/", "runtime/lookup"},
    "runtime/c_api": {"tables/", "runtime/"},
    "runtime": {"tables/", "runtime/"},

    "tools/common": {"tables/", "runtime/"},
    "tools/measure": LIBRARIES | {"tools/common"},
    "tools/plans": LIBRARIES,
    "tools/export": {"tables/", "runtime/", "tools/common"},
    "tools/serve": {"tables/", "runtime/", "tools/common"},
    "tools/web": {"tables/", "runtime/"},
    # The rooms of report, compare and plan.
    "tools/study/charts": LIBRARIES | {"tools/common"},
    "tools/study/classic": {"tables/", "runtime/"},
    "tools/study/compare": LIBRARIES | {"tools/common", "tools/measure", "tools/study/classic"},
    "tools/study/fronts": LIBRARIES | {"tools/common", "tools/measure", "tools/study/outcomes"},
    "tools/study/outcomes": LIBRARIES | {"tools/common"},
    "tools/study/report": LIBRARIES | {"tools/common", "tools/study/charts", "tools/study/outcomes"},
    "tools/command": LIBRARIES | {"tools/common", "tools/measure", "tools/plans", "tools/export",
                                  "tools/serve", "tools/study/"},
    # No subcommand calls these, and no room knows them.
    "tools/lab": LIBRARIES | {"tools/common"},
    "tools/lab/diameter": {"tables/"},
    "tools/mpi": LIBRARIES | {"tools/common", "tools/command"},

    # A room below tests/ that is not named has the rules of the one above it.
    "tests": LIBRARIES | {"tests/"},
    "tests/fuzz": LIBRARIES | {"tools/serve", "tests/"},
    "tests/tools": LIBRARIES | {"tools/", "tests/"},
}
# Files that may know more than their room: this one chooses between containers.
MAY_KNOW_TOO = {
    "tables/open_source.cc": {"tables/image", "tables/store", "tables/words"},
}

# The folders whose targets a folder's CMake files may name.
FOLDERS_KNOWN = {
    "tables": {"tables"},
    "generator": {"tables", "generator"},
    "runtime": {"tables", "runtime"},
    "tools": {"tables", "generator", "runtime", "tools"},
    "tests": FOLDERS,
}

# (headers, where they may be included: folders or single files)
HEADER_HOME = (
    (re.compile(r"^lmdb\.h$"), ("tables/store/", "tests/tables/store/")),
    (re.compile(r"^(zstd\w*|zdict)\.h$"), ("tables/codec/",)),
    (re.compile(r"^(xxhash|xxh3)\.h$"), ("tables/hash.cc",)),
    (re.compile(r"^sha2\.h$"), ("tools/common/manifest.cc",)),
    (re.compile(r"^boost/"), ("tools/serve/", "tools/lab/")),
    (re.compile(r"^CLI/"), ("tools/common/options.cc",)),
    (re.compile(r"^mpi\.h$"), ("tools/mpi/", "tests/tools/mpi/")),
)
# Headers of ours must not include or name these.
HIDDEN_HEADER = re.compile(r"^(lmdb|zstd\w*|zdict|xxhash|xxh3|sha2)\.h$")
HIDDEN_TARGET = re.compile(r"^(LMDB|Zstd|XxHash)::")
PUBLIC_HEADERS = ("runtime/tilebase.h", "runtime/tilebase.hpp",
                  "runtime/reader/tilebase_reader.h")

# A header joins the ring by this line in its opening comment; these have to be in it.
RING_MARK = "// Freestanding:"
RING = {
    "tables/geometry.h",
    "tables/board.h",
    "tables/goal_reader.h",
    "tables/subproblem.h",
    "tables/ranking.h",
    "tables/entry.h",
    "tables/image/fault.h",
    "tables/short_text.h",
    "tables/image/flat_image.h",
    "tables/image/plain_hash.h",
    "runtime/lookup/walk.h",
    "runtime/lookup/image_walk.h",
    "runtime/embedded.h",
}
RING_C_HEADERS = {"stdint.h", "stddef.h", "string.h"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
TARGET = re.compile(r"add_(?:library|executable)\s*\(\s*(tilebase\w*)")
LOCAL_TYPE = re.compile(r"\b(?:class|struct|union|enum(?: class)?) (\w+)[^;()={]*\{")
LOCAL_CONSTANT = re.compile(r"(?<=[\w>*&] )(k[A-Z]\w*)\s*(?:\[[^\]]*\]\s*)*[={;]")  # declared
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
    """What a file may include of ours besides its own room, or None where its room has no rule."""
    room = path.parent.as_posix()
    while path.parts[0] == "tests" and room not in MAY_KNOW:
        room = room.rpartition("/")[0]
    if room not in MAY_KNOW:
        return None
    return MAY_KNOW[room] | MAY_KNOW_TOO.get(path.as_posix(), set())


def knows(allowed, included):
    """Is the file `included` among the allowed rooms, files and folders?"""
    return included in allowed or included.rpartition("/")[0] in allowed or any(
        entry.endswith("/") and included.startswith(entry) for entry in allowed)


def check_include(path, included):
    """What is wrong about one include of ours or of others, or None."""
    name = path.as_posix()
    # "../runtime/lookup/walk.h" and "./walk.h" would hide a room from the rules below.
    if ".." in pathlib.PurePosixPath(included).parts or included.startswith("./"):
        return f"includes {included}; name it from the root of the tree"
    room = path.parent.as_posix()
    included_room = included.rpartition("/")[0]
    if included.split("/")[0] in FOLDERS and included_room != room:
        allowed = may_know(path)
        if allowed is None:
            return f"{room}/ is a new room; give it a line in MAY_KNOW of tests/layering/layering.py"
        if not knows(allowed, included):
            return f"{room}/ must not include {included_room}/ ({included})"
    for header, homes in HEADER_HOME:
        if header.match(included) and not name.startswith(homes):
            return f"only {' and '.join(homes)} may include {included}"
    if HIDDEN_HEADER.match(included) and path.suffix != ".cc":
        return f"a header must not include {included}"
    if included.startswith("absl/") and included.endswith("str_format.h") and \
            path.parts[0] in ("tables", "generator", "runtime"):
        return f"a library must not include {included}"
    return None


def check_includes(root):
    ring_headers = ring(root)
    for header in sorted(RING - ring_headers):
        yield f"{header}: must be freestanding and say so ('{RING_MARK}' in its opening comment)"
    for path in sources(root):
        name = path.as_posix()
        for line, bracket, included in includes(root / path):
            wrong = check_include(path, included)
            if wrong is None and name in ring_headers and \
                    included not in RING_C_HEADERS | ring_headers:
                wrong = f"a freestanding header must not include {included}"
            if wrong is None and name in PUBLIC_HEADERS and bracket == '"' and \
                    included != "tilebase.h":
                wrong = f"an installed header must not include {included}"
            if wrong is not None:
                yield f"{name}:{line}: {wrong}"


def cmake_files(root):
    """(path relative to root, text without comments) of the CMake files below the folders."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("CMakeLists.txt")):
            yield path.relative_to(root), re.sub(r"#.*", "", path.read_text(encoding="utf-8"))


def check_targets(root):
    home = {name: path for path, text in cmake_files(root) for name in TARGET.findall(text)}
    for path, text in cmake_files(root):
        allowed = {folder + "/" for folder in FOLDERS_KNOWN[path.parts[0]]}
        linked = [name for _, names in LINK.findall(text) for name in re.findall(r"[\w:]+", names)]
        for name in sorted({*linked, *re.findall(r"\btilebase_\w+", text)} & home.keys()):
            if not knows(allowed, home[name].as_posix()):
                yield f"{path}: must not name {name}, a target of {home[name].parent}/"
        for target, libraries in LINK.findall(text):
            for library in re.findall(r"[\w:]+", libraries):
                if HIDDEN_TARGET.match(library) and path.parts[0] != "tables" and \
                        target != "bare_lmdb":
                    yield f"{path}: {target} must not link {library}"
                elif HIDDEN_TARGET.match(library) and \
                        library not in libraries.partition("PRIVATE")[2]:
                    yield f"{path}: {target} must link {library} as PRIVATE"


def check_tests(root):
    rooms = {}  # of each module by its name
    for path in sources(root):
        if path.parts[0] in PRODUCT:
            rooms.setdefault(path.stem, set()).add("tests/" + path.parent.as_posix())
    for path in sources(root):
        module = path.stem.removesuffix("_test")
        if path.parts[0] == "tests" and path.stem != module and module in rooms and \
                path.parent.as_posix() not in rooms[module]:
            yield f"{path}: the test of {module} belongs in {' or '.join(sorted(rooms[module]))}/"


@functools.lru_cache(maxsize=None)
def local_names(text):
    """(namespace, name) of the constants and types in the unnamed namespaces of a source."""
    text = re.sub(r'//.*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', "", text)
    names = set()
    for start in re.finditer(r"\bnamespace\s*\{", text):
        around = re.findall(r"\bnamespace\s+([\w:]+)\s*\{", text[:start.start()])
        depth, flat = 0, ""
        for char in text[start.end():]:
            flat += char if depth == 0 else ""
            depth += (char == "{") - (char == "}")
            if depth < 0:
                break
        found = {*LOCAL_TYPE.findall(flat), *LOCAL_CONSTANT.findall(flat)}
        names.update(("".join(around[-1:]), name) for name in found)
    return names


def check_units(root):
    for cmake, text in cmake_files(root):
        calls = [(re.findall(r"[\w/.-]+\.cc\b", arguments), "SKIP_UNITY" in arguments)
                 for arguments in re.findall(r"\w\s*\(([^()]*)\)", text)]
        alone = {source for listed, skipped in calls if skipped for source in listed}
        for listed, _ in calls:
            named = {}  # the first source with a name
            for source in listed:
                path = cmake.parent / source
                if source in alone or not (root / path).is_file():
                    continue
                for name in sorted(local_names((root / path).read_text(encoding="utf-8"))):
                    if named.setdefault(name, path) != path:
                        yield (f"{path}: {named[name]} names {name[1]} too, and may be compiled "
                               "with it")


def check(root):
    """Every violation as one line of text: where, and what is wrong."""
    root = pathlib.Path(root)
    return [*check_includes(root), *check_targets(root), *check_tests(root), *check_units(root)]


if __name__ == "__main__":
    violations = check(sys.argv[1] if len(sys.argv) > 1 else ".")
    print("\n".join(violations))
    sys.exit(1 if violations else 0)
