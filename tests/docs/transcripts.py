# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The transcripts of README.md and docs/: what the pages show is what the commands print.

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
  never. Blocks between <!-- figures: NAME --> and <!-- end --> are measured by tools/figures.

A page's commands run in one folder, which has docs/ and tests/ of the tree.
"""

import collections
import re

Step = collections.namedtuple("Step", "line command shown long")
File = collections.namedtuple("File", "line name text")

FENCE = re.compile(r"^```(\w*)$")
FILE_NAME = re.compile(r"^(?:#|//|/\*|--) ([\w-]+\.\w+)(?: \*/)?$")
NUMBER = r"(?<![\w.])\d[\d,.]*(?:e[+-]?\d+)? ?"
MASKS = (
    (re.compile(NUMBER + r"(?:ns|us|ms|s|min|h|hours?|minutes?|seconds?|(?:milli|micro)seconds?)\b"),
     "TIME"),
    (re.compile(NUMBER + r"[kMG]?B free\b"), "BYTES free"),
    (re.compile(NUMBER + r"[kMG]? ?(\w*/(?:s|h|min))\b"), r"RATE \1"),
)


def read(text):
    """The steps and files of a page, in order."""
    found = []
    lines = iter(enumerate(text.split("\n"), 1))
    note, measured = "", False
    for number, line in lines:
        if line.startswith("<!--"):
            note = line
            measured = not line.startswith("<!-- end") and (measured or "figures:" in line)
        elif FENCE.match(line):
            block = []
            for _, inner in lines:
                if inner == "```":
                    break
                block.append(inner)
            if not measured and "by hand:" not in note:
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
    """The lines of a text as they are compared: masked, without empty ones at the end."""
    return [masked(line) for line in text.rstrip().split("\n")] if text.strip() else []


def agrees(shown, printed):
    """Is `printed`, the text, what the lines `shown` say?"""
    text = "".join(line + "\n" for line in compared(printed))
    return pattern(compared("\n".join(shown))).fullmatch(text) is not None
