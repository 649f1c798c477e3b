# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The transcripts of README.md and docs/: what the pages show is what the commands print. Every one is
run, with an installed tilebase and nothing of the caller's environment.

A transcript is a fenced block whose first line begins with "$ ". Each line that begins so is a
command (a backslash at its end continues it); the lines up to the next one are what it prints, on
both streams.

  In what is shown, a line "..." stands for any lines, and "..." in a line for any text in it.
  Times, rates and what is free on the machine are masked, and runs of spaces are one: 0.7 s is 12 ms.
  A command that ends in "&" runs until the page ends; the lines shown after it are what it prints
  first.
  A fenced block whose first line is a comment with nothing but a file's name is that file: the
  commands after it find it in their folder.
  A block after a line <!-- long --> is run with the long tests, one after <!-- by hand: REASON -->
  never. Blocks between <!-- figures: NAME --> and <!-- end --> are measured by tools/lab/figures.

A block of ```sh is a recipe: the long tests run it as it stands, and all its commands must succeed, within
a minute or the time of a line <!-- takes N min --> before it. The page says that it takes minutes. What is
measured is processor time, for other work must not make a test fail.

A page's commands run in one folder, which has docs/, tests/ and tools/ of the tree.

Usage: transcripts_test.py BUILD_DIRECTORY [long] [PAGE...]   an install of this build, in a folder
       transcripts_test.py installed [long] [PAGE...]         the tilebase that is on this system
       transcripts_test.py rules                              what is taken for a transcript, and no page
"""

import collections
import difflib
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = sys.argv[1] if len(sys.argv) > 1 else "build"
RULES = BUILD == "rules"
INSTALLED = BUILD == "installed"
LONG = "long" in sys.argv[2:]
PAGES = [pathlib.Path(name).resolve() for name in sys.argv[2:] if name != "long"] or \
    [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TIMEOUT = 3600 if LONG else 120
PORT = "127.0.0.1:8080"  # the address of the service in the pages

Step = collections.namedtuple("Step", "line command shown long")
Recipe = collections.namedtuple("Recipe", "line text minutes")
File = collections.namedtuple("File", "line name text")

FENCE = re.compile(r"^( *)```(\w*)$")
TAKES = re.compile(r"<!-- takes (\d+) min -->")
FILE_NAME = re.compile(r"^(?:#|//|/\*|--) ([\w-]+\.\w+)(?: \*/)?$")
NUMBER = r"(?<![\w.])\d[\d,.]*(?:e[+-]?\d+)? ?"
MASKS = (
    (re.compile(NUMBER + r"(?:ns|us|ms|s|min|h|hours?|minutes?|seconds?|(?:milli|micro)seconds?)\b"),
     "TIME"),
    (re.compile(r"\bTIME TIME\b"), "TIME"),  # 1 min 3 s
    (re.compile(NUMBER + r"[kMG]?B free\b"), "BYTES free"),
    (re.compile(NUMBER + r"[kMG]? ?(\w*/(?:s|h|min))\b"), r"RATE \1"),
)

PROGRESS = re.compile(r"tilebase: +(\d+%  )?[\d.]+( [kMGT])?( of [\d.]+( [kMGT])?)? \w+, .*/s")


def read(text):
    """The steps and files of a page, in order."""
    found = []
    lines = iter(enumerate(text.split("\n"), 1))
    note, measured = "", False
    for number, line in lines:
        if line.startswith("<!--"):
            note += line
            measured = not line.startswith("<!-- end") and (measured or "figures:" in line)
        elif fence := FENCE.match(line):
            indent, language = fence.groups()
            block = []
            for _, inner in lines:
                if inner == indent + "```":
                    break
                block.append(inner.removeprefix(indent))
            if language == "sh":
                if "by hand:" not in note:
                    takes = TAKES.search(note)
                    found.append(Recipe(number + 1, "\n".join(block), int(takes.group(1)) if takes else 1))
            elif not measured and "by hand:" not in note:
                found += read_block(number + 1, block, "<!-- long" in note)
            note = ""
        elif line.strip():
            note = ""
    return found


def read_block(number, block, long):
    name = FILE_NAME.match(block[0]) if block else None
    if name:
        return [File(number, name.group(1), "\n".join(block) + "\n")]
    if not block or not block[0].startswith("$ "):
        return []
    steps, continued = [], False
    for line in block:
        if continued:
            steps[-1] = steps[-1]._replace(command=steps[-1].command + "\n" + line)
        elif line.startswith("$ "):
            steps.append(Step(number, line[2:], [], long))
        else:
            steps[-1].shown.append(line)
        continued = line.endswith("\\") and not steps[-1].shown
        number += 1
    return steps


def masked(line):
    for mask, instead in MASKS:
        line = mask.sub(instead, line)
    return " ".join(line.split())


def pattern(shown):
    """A regular expression for what is printed where the masked lines `shown` are shown."""
    parts = []
    for line in shown:
        if line == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(re.escape(line).replace(re.escape("..."), ".*") + "\n")
    return re.compile("".join(parts))


def compared(text):
    """The lines of a text as they are compared: masked, without empty ones at the end, and without what
    tells how far something is on a slow machine."""
    lines = text.rstrip().split("\n") if text.strip() else []
    return [masked(line) for line in lines if not PROGRESS.match(line)]


def agrees(shown, printed):
    """Is `printed`, the text, what the lines `shown` say?"""
    text = "".join(line + "\n" for line in compared(printed))
    return pattern(compared("\n".join(shown))).fullmatch(text) is not None


EXAMPLE = """# A page

```
$ first \\
  continued
shown
$ second
```

  ```sh
  a recipe
  of two lines
  ```

<!-- takes 5 min -->
<!-- figures: probe -->
```sh
a recipe
```
<!-- end -->

<!-- by hand: needs a network -->
```sh
a recipe
```

<!-- long -->
```
$ third
```

<!-- by hand: needs a day -->

```
$ fourth
```

<!-- figures: solve -->
```
$ fifth
```
<!-- end -->

```c
/* hint.c */
int main(void);
```

```
a drawing
```
"""


class APage(unittest.TestCase):
    def test_gives_its_commands_and_files_in_order(self):
        self.assertEqual(read(EXAMPLE), [
            Step(4, "first \\\n  continued", ["shown"], False),
            Step(7, "second", [], False),
            Recipe(11, "a recipe\nof two lines", 1),
            Recipe(18, "a recipe", 5),
            Step(29, "third", [], True),
            File(45, "hint.c", "/* hint.c */\nint main(void);\n"),
        ])


class ThePages(unittest.TestCase):
    def test_tell_what_takes_minutes(self):
        for path in PAGES:
            text = path.read_text(encoding="utf-8")
            for step in read(text):
                if isinstance(step, Recipe) and step.minutes > 1:
                    before = "\n".join(text.split("\n")[:step.line])
                    self.assertIn("minutes", before, f"{path.name}, line {step.line}")


class WhatIsPrinted(unittest.TestCase):
    def expect(self, expected, shown, printed):
        with self.subTest(shown=shown, printed=printed):
            self.assertEqual(agrees(shown, printed), expected)

    def test_is_compared_line_by_line(self):
        self.expect(True, ["86 URDL"], "86 URDL\n")
        self.expect(True, [], "")
        self.expect(False, ["86 URDL"], "88 URDL\n")
        self.expect(False, ["86 URDL"], "86 URDL\nmore\n")
        self.expect(False, ["86 URDL"], "")
        self.expect(False, [], "86 URDL\n")

    def test_may_take_another_time(self):
        self.expect(True, ["solved in 0.7 s, encoded in 12 ms"], "solved in 12 ms, encoded in 9.1 us\n")
        self.expect(True, ["  0.7 s  plan"], " 12.7 s  plan\n")
        self.expect(True, ["solved in 0.7 s, encoded"], "solved in 1 min 3 s, encoded\n")
        self.expect(True, ["1.5 M boards/s"], "900 k boards/s\n")
        self.expect(True, ["81.5 GB free"], "500 MB free\n")

    def test_may_say_how_far_it_is(self):
        self.expect(True, ["done"], "tilebase:  12%  3 of 20 boards, 1.5/s, 11.3 s left  ida\ndone\n")
        self.expect(True, ["done"], "tilebase: 1.2 M nodes, 20 k/s  for 52 actions\ndone\n")
        self.expect(False, ["done"], "tilebase: boards by another length\ndone\n")

    def test_may_not_take_another_size(self):
        self.expect(False, ["5 tables, 6.12 M entries, 451 kB"], "5 tables, 6.12 M entries, 452 kB\n")
        self.expect(False, ["4x4: 3 stages"], "5x5: 3 stages\n")
        self.expect(False, ["12 s1"], "13 s1\n")

    def test_is_anything_where_dots_stand(self):
        self.expect(True, ["170 RULD..."], "170 RULDRURD\n")
        self.expect(False, ["170 RULD..."], "170 RULD\nmore\n")
        self.expect(True, ["first", "...", "last"], "first\n1\n2\nlast\n")
        self.expect(True, ["first", "..."], "first\n")
        self.expect(False, ["first", "...", "last"], "first\n1\n")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return "127.0.0.1:%d" % listener.getsockname()[1]


class Page:
    """A folder and an environment in which a page's commands run."""

    def __init__(self, folder, environment):
        self.folder, self.port = folder, free_port()
        self.environment = {**environment, "TILEBASE_LISTEN": self.port}
        self.background = []

    def run(self, command):
        """What the command prints; a command in the background prints until it is silent."""
        command = command.replace(PORT, self.port)
        if not command.endswith("&"):
            result = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False)
            return result.stdout.decode().replace(self.port, PORT)
        log = self.folder / f".background-{len(self.background)}"
        with log.open("wb") as output:
            self.background.append(subprocess.Popen(
                ["bash", "-c", "exec " + command.rstrip("& ")], cwd=self.folder,
                env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT))
        return log

    def close(self):
        for process in self.background:
            process.terminate()
            process.wait(timeout=60)


@unittest.skipIf(RULES, "only the rules are tested")
class Transcripts(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.environment = {"PATH": os.environ["PATH"], "HOME": cls.directory.name,
                           "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        if INSTALLED:
            return
        prefix = pathlib.Path(cls.directory.name) / "prefix"
        subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], check=True,
                       stdout=subprocess.DEVNULL)
        libraries = next(prefix.rglob("libtilebase.so")).parent
        cls.environment |= {
            "PATH": f"{prefix}/bin:{os.environ['PATH']}", "LD_LIBRARY_PATH": str(libraries),
            "PKG_CONFIG_PATH": str(libraries / "pkgconfig"), "CMAKE_PREFIX_PATH": str(prefix)}

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def check_page(self, path):
        """How many commands of the page were run."""
        folder = pathlib.Path(self.directory.name) / path.stem
        folder.mkdir()
        for name in ("docs", "tests", "tools"):
            (folder / name).symlink_to(ROOT / name)
        if not INSTALLED:
            # If a page runs the command by tools/run, the test has built it already.
            (folder / "tools").unlink()
            (folder / "tools").mkdir()
            (folder / "tools/run").write_text('#!/bin/sh\nexec tilebase "$@"\n', encoding="utf-8")
            (folder / "tools/run").chmod(0o755)
        page, count = Page(folder, self.environment), 0
        self.addCleanup(page.close)
        for step in read(path.read_text(encoding="utf-8")):
            if isinstance(step, File):
                (folder / step.name).write_text(step.text, encoding="utf-8")
            elif isinstance(step, Recipe):
                if not LONG:
                    continue
                with self.subTest(page=path.name, line=step.line):
                    self.check_recipe(page, step)
                count += 1
            elif LONG or not step.long:
                with self.subTest(page=path.name, line=step.line):
                    self.check_step(page, step)
                count += 1
        page.close()
        page.background = []
        return count

    def check_recipe(self, page, recipe):
        before = os.times()
        result = subprocess.run(["bash", "-e", "-c", recipe.text.replace(PORT, page.port)],
                                cwd=page.folder, env=page.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT,
                                check=False)
        after = os.times()
        taken = sum(after[2:4]) - sum(before[2:4])  # of children
        self.assertEqual(result.returncode, 0, recipe.text + "\n" + result.stdout.decode())
        self.assertLessEqual(taken, 60 * recipe.minutes, recipe.text)
        print(f"{page.folder.name}.md, line {recipe.line}: {taken:.0f} s")

    def check_step(self, page, step):
        printed = page.run(step.command)
        if isinstance(printed, pathlib.Path):  # a log that grows
            deadline = time.monotonic() + TIMEOUT
            log, printed = printed, ""
            while not agrees(step.shown, printed) and time.monotonic() < deadline:
                time.sleep(0.05)
                printed = log.read_text(encoding="utf-8").replace(page.port, PORT)
        if not agrees(step.shown, printed):
            shown = compared("\n".join(step.shown))
            self.fail("\n".join([f"$ {step.command}", *difflib.ndiff(
                shown, compared(printed))]))

    def test_print_what_the_pages_show(self):
        counts = {path.name: self.check_page(path) for path in PAGES}
        for name, count in counts.items():
            if count:
                print(f"{name}: {count} commands")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
