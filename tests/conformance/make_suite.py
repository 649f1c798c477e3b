# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Makes suite.txt, words.txt and images/ again, by the C++ library: run it when the suite is to ask for more,
and look at what changes in the texts.

make_suite.py TILEBASE DRIVER      the command, and the driver in C++ (BUILD/tests/conformance/c++)
"""

import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from conformance_test import Driver
from damage import changed, changed_number, number, parts, repaired

HERE = pathlib.Path(__file__).resolve().parent
IMAGES = HERE / "images"
TILEBASE = sys.argv[1]
# name: board, plan, forms, boards asked
SETS = {
    "2x2": ("2x2", "ladder:1", "image compact", 12),
    "2x3": ("2x3", "1/2-3/rest", "image compact", 20),
    "2x4-one-stage": ("2x4", "rest", "image", 20),
    "3x3": ("3x3", "ladder:1", "image compact", 40),
    "3x3-parts": ("3x3", "blank4:1-4/rest + pattern:1-3/4-6/rest + 1-4/rest", "image", 40),
    "4x4": ("4x4", "ladder:2", "image compact", 40),
    "4x4-ladder-1": ("4x4", "ladder:1", "compact", 40),
    "5x4": ("5x4", "ladder:1", "compact", 20),
}
# name: options of `build`, a board of it, and the same one in another form
WORDS = {
    "equal": ("--symbols 11/22/3_", "112_32", "1 1/2 _/3 2"),
    "equal-lines": ("--symbols aB/cC/_1 --metric mtm", "ac/_b/c1", "10 12, 0 11, 12 1"),
    "walls": ("--board 4x2 --walls 1", "1#23/456_", "1 # 2 3 4 5 6 7"),
    "goals": ("--goals {goals}", "1245/3_", "1 2 4 5 3 _"),
    "far-goals": ("--goals {far}", "3_/21", "3 _ 2 1"),
    "warehouse": ("--board 4x3 --wanted 1 --blanks 2 --goal-cells 0", "..1./_.../.._.", ". . 1 . _ . . . . . _ ."),
    "lines": ("--board 4x3 --walls 5 --wanted 1 --blanks 2 --goal-cells 0,11 --metric mtm", "..1./_#../.._.",
              "7 7 1 7,_ # 7 7,7 7 _ 7"),
    "steps": ("--board 4x3 --wanted 1 --blanks 2 --goal-cells 0 --metric steps", "..1./_.../.._.", "..1._....._."),
    "line-steps": ("--board 4x3 --walls 5 --wanted 1 --blanks 3 --goal-cells 0 --metric line-steps", "..1./_#_./.._.",
                   "..1._#_..._."),
    "two-loads": ("--board 4x2 --wanted 2 --blanks 2 --goal-cells 0,1,7 --metric steps", "..1__1..", "..1_/_1.."),
}
GOALS = {"goals": "12?/?4_ 0\n?1?/2?? 3\n", "far": "12/3_ 300\n_1/32 302\n"}


def export(folder, board, plan, target, *words):
    store = folder / "set.tilebase"
    for command in (["build", "-o", store, "--force", "--board", board, "--plan", plan],
                    ["export", store, "-o", target, "--force", *words]):
        subprocess.run([TILEBASE, *command], check=True, stdout=subprocess.DEVNULL)


def damaged():
    """(name, bytes) of files that a reader refuses at open. Those with right hashes say what is wrong."""
    image = (IMAGES / "2x2.image").read_bytes()
    compact = (IMAGES / "3x3.compact").read_bytes()
    places = parts(image)
    (set_at, set_end), (table, table_end), (index, _), (policy, policy_end), _ = places[:5]
    yield "short", b"TBC"
    yield "text", b"This is no image."
    for size in (8, 31, 32, 100, set_at + 3, table, policy, len(image) - 1):
        yield f"image-cut-at-{size}", image[:size]
    yield "image-extended", image + bytes(16)
    yield "image-big-endian", changed(image, 8, b"\xfe\xff")
    yield "image-other-byte-order", changed(image, 8, b"\xff\xff")
    yield "image-offsets-of-32-bits", changed(image, 10, b"\x04")
    yield "image-offsets-of-16-bits", changed(image, 10, b"\x02")
    yield "image-version-9", changed(image, 12, b"\x09")
    yield "image-version-0", repaired(changed(image, 12, b"\x00"))
    yield "image-zero-at-14", repaired(changed(image, 14, b"\x01"))
    yield "image-length", repaired(changed_number(image, 16, len(image) + 1, 8))
    for count in (0, 1, 4, 2**32 - 3):
        yield f"image-{count}-parts", repaired(changed_number(image, 24, count, 4))
    yield "image-directory-hash", changed(image, 36, b"\x99")
    yield "image-part-earlier", repaired(changed_number(image, 48, number(image, 48, 8) - 16, 8))
    yield "image-part-of-2-to-the-64-less-16", repaired(changed_number(image, 56, 2**64 - 16, 8))
    yield "image-padding", changed(image, set_end, b"\x01") if set_end % 16 else b"TILEIMAG"
    yield "set-magic", repaired(changed(image, set_at, b"t"))
    yield "set-version-2", repaired(changed(image, set_at + 8, b"\x02"))
    yield "set-width-9", repaired(changed(image, set_at + 10, b"\x09"))
    yield "set-height-1", repaired(changed(image, set_at + 11, b"\x01"))
    yield "set-other-board", repaired(changed(image, set_at + 10, b"\x03"))
    yield "set-table-count", repaired(changed(image, set_at + 12, b"\x01"))
    yield "set-stage-count", repaired(changed(image, set_at + 16, b"\x01"))
    yield "set-zero-at-22", repaired(changed(image, set_at + 22, b"\x01"))
    yield "set-worst-case", repaired(changed(image, set_at + 24, b"\x01"))
    yield "set-stage-begins-outside", repaired(changed_number(image, set_at + 32, 2**32 - 1, 4))
    yield "set-stage-without-tables", repaired(changed_number(image, set_at + 36, 0, 4))
    yield "set-hash", changed(image, set_at + 20, b"\x7f")
    yield "table-without-goal", repaired(changed_number(image, table, 0, 8))
    yield "table-goal-outside", repaired(changed_number(image, table, 2**63 | 1, 8))
    yield "table-goal-is-fixed", repaired(changed_number(image, table + 8, 1, 8))
    yield "table-entries", repaired(changed_number(image, table + 16, number(image, table + 16, 8) - 1, 8))
    yield "table-entries-2-to-the-63", repaired(changed_number(image, table + 16, 2**63, 8))
    yield "table-blocks-of-4096", repaired(changed_number(image, table + 56, 4096, 4))
    yield "table-depth", repaired(changed_number(image, table + 60, 65535, 2))
    yield "table-metric-3", repaired(changed(image, table + 62, b"\x03"))
    yield "table-kind", repaired(changed(image, table + 63, b"\x01"))
    yield "table-codec-2", repaired(changed(image, table + 64, b"\x02"))
    yield "table-blank-back", repaired(changed(image, table + 66, b"\x01"))
    yield "table-hash", changed(image, table_end - 1, bytes([image[table_end - 1] ^ 1]))
    yield "index-offset", repaired(changed_number(image, index, 1, 8))
    yield "index-hash", changed(image, index + 20, bytes([image[index + 20] ^ 1]))
    yield "policy-bit", changed(image, policy, bytes([image[policy] ^ 1]))
    yield "policy-end", changed(image, policy_end - 1, bytes([image[policy_end - 1] ^ 64]))
    for size in (4, 15, 19, 20, len(compact) - 1):
        yield f"compact-cut-at-{size}", compact[:size]
    yield "compact-extended", compact + bytes(1)
    yield "compact-version-2", changed(compact, 3, b"\x02")
    yield "compact-version-0", repaired(changed(compact, 3, b"\x00"))
    yield "compact-width-9", repaired(changed(compact, 4, b"\x09"))
    yield "compact-height-0", repaired(changed(compact, 5, b"\x00"))
    yield "compact-a-stage-more", repaired(changed(compact, 6, bytes([compact[6] + 1])))
    yield "compact-a-stage-less", repaired(changed(compact, 6, bytes([compact[6] - 1])))
    yield "compact-zero-at-7", repaired(changed(compact, 7, b"\x01"))
    yield "compact-length", repaired(changed_number(compact, 8, 2**32 - 1, 4))
    yield "compact-worst-case", repaired(changed_number(compact, 12, 2**32 - 1, 4))
    yield "compact-policy-outside", repaired(changed_number(compact, 16, 2**32 - 1, 4))
    yield "compact-detours-outside", repaired(changed_number(compact, 20, 2**32 - 1, 4))
    yield "compact-crc", changed(compact, len(compact) - 1, bytes([compact[-1] ^ 1]))
    yield "compact-policy-bit", changed(compact, 40, bytes([compact[40] ^ 1]))


def damaged_words():
    """(name, bytes) of word sets that a reader refuses at open."""
    words = (IMAGES / "steps.words").read_bytes()
    index = 64 + number(words, 24, 8)
    lists = 120 + 2 * number(words, 72, 2)
    goal = lists + 4 * number(words, 76, 2)
    histogram = goal + number(words, 80, 4) * (4 + number(words, 72, 2))
    for size in (14, 63, 64, 127, index, index + 30, len(words) - 1):
        yield f"cut-at-{size}", words[:size]
    yield "extended", words + bytes(1)
    for at in (20, 60, 90, index - 1, index + 8, len(words) - 1):
        yield f"bit-at-{at}", changed(words, at, bytes([words[at] ^ 1]))
    for name, at, value, size in (
            ("version-3", 12, 3, 2), ("length", 16, len(words) + 1, 8), ("record-outside", 24, 2**64 - 8, 8),
            ("record-longer", 24, index - 56, 8), ("index-outside", 32, 2**63, 8), ("stored-shorter", 40, 1, 8),
            ("zero-at-48", 48, 1, 8), ("width-0", 64, 0, 2), ("height-600", 66, 600, 2), ("metric-9-version", 68, 9, 1),
            ("values-of-2-bytes", 69, 2, 1), ("no-codes", 70, 0, 1), ("open-cells", 72, 11, 2), ("no-blanks", 74, 0, 2),
            ("3-blanks", 74, 3, 2), ("no-symbols", 76, 0, 2), ("creator", 78, 65535, 2), ("goals", 80, 2**32 - 1, 4),
            ("greatest", 84, 2**32 - 1, 4), ("states", 88, 2**63, 8), ("states-less", 88, number(words, 88, 8) - 1, 8),
            ("reachable", 96, 1, 8), ("stored", 112, 7, 8), ("cell-outside", 120, 12, 2), ("cell-twice", 122, 0, 2),
            ("tile-0-first", lists, 0, 2), ("tile-10000", lists, 10000, 2), ("count-0", lists + 2, 0, 2),
            ("count-2", lists + 2, 2, 2), ("goal-cost", goal, 10001, 4), ("goal-symbol", goal + 4, 3, 1),
            ("goal-twice", goal + 5, 1, 1), ("histogram", histogram, 2**64 - 1, 8),
            ("offset", index + 0, 1, 8)):
        yield name, repaired(changed_number(words, at, value, size))


def forged():
    """(name, bytes) of files with right hashes that a reader opens, and whose tables lead nowhere."""
    image = (IMAGES / "2x3.image").read_bytes()
    for part, name in ((3, "first"), (-2, "last")):
        begin, end = parts(image)[part]
        yield f"walk-in-circles-in-the-{name}-table", repaired(changed(image, begin, bytes(end - begin)))
    begin, end = parts(image)[-2]
    yield "walk-off-the-board", repaired(changed(image, begin, b"\xff" * (end - begin)))


def make_words(folder):
    """Writes words.txt and its files, by the command."""
    out = ["# Made by make_suite.py: boards that are no permutations. README.md says what this is."]
    draw = random.Random(2)
    for name, goals in GOALS.items():
        (folder / name).write_text(goals, "utf-8")
    with Driver([sys.executable, HERE / "drivers/driver_command.py", TILEBASE]) as core:

        def ask(question):
            out.extend((question, "> " + core.ask(question)))

        def build(name, *options):
            target = IMAGES / f"{name}.words"
            words = [word.format(**{goals: folder / goals for goals in GOALS}) for word in options]
            subprocess.run([TILEBASE, "build", "-o", target, "--force", *words], check=True, stdout=subprocess.DEVNULL)

        for name, (options, board, other) in WORDS.items():
            build(name, "--store", "raw", *options.split())
            out.append(f"\n# build {options}")
            ask(f"words {name}.words")
            tiles = [cell for cell in board if cell not in "#/"]
            boards = [board, other]
            for _ in range(20):
                draw.shuffle(tiles)
                left = iter(tiles)
                boards.append("".join(cell if cell in "#/" else next(left) for cell in board))
            for text in boards:
                ask(f"solve {text}")
                ask(f"hint {text}")
            for wrong in (board[:-1], board + "1", board.replace("_", "?", 1), board.replace("1", "!", 1),
                          board.replace("1", "#", 1), board.replace("_", board[0] if board[0] != "_" else board[1], 1)):
                ask(f"solve {wrong}")
        build("zstd", *WORDS["steps"][0].split())
        out.extend(("\n# What a reader of raw sets refuses by name", "words zstd.words", "> error version"))
        out.append("\n# Damaged files")
        for name, data in damaged_words():
            (IMAGES / f"words-{name}.damaged").write_bytes(data)
            ask(f"words words-{name}.damaged")
    (HERE / "words.txt").write_text("\n".join(out) + "\n", encoding="utf-8")


def main():
    shutil.rmtree(IMAGES, ignore_errors=True)
    IMAGES.mkdir()
    with tempfile.TemporaryDirectory() as folder, Driver([sys.argv[2]]) as core:
        folder = pathlib.Path(folder)
        out = ["# Made by make_suite.py. README.md says what this is."]

        def ask(question):
            """A question, and what the library answers."""
            out.extend((question, "> " + core.ask(question)))

        draw = random.Random(1)
        for name, (board, plan, forms, count) in SETS.items():
            raw = folder / f"{name}.image"
            export(folder, board, plan, raw, "--raw")
            width, height = map(int, board.split("x"))
            scrambles = ["scramble 0 1000 7 66", "scramble 0 0 1 1", "scramble 5 4 1 1", "scramble 3000 4000 1 1"]
            if "one-stage" not in name:
                scrambles += ["scramble 1 2 3 4", "scramble 4 5 18446744073709551615 3"]
            if name == "3x3":
                # The least and the greatest of all lengths that one board in 10,000 has; and the greatest of all.
                scrambles += ["scramble 5 5 1 2", "scramble 71 71 1 2", "scramble 74 74 1 1"]
            core.ask(f"open {raw}")
            solved = " ".join(map(str, [*range(1, width * height), 0]))
            boards = [core.ask(f"random 1 {i}") for i in range(count)] + [solved]
            answers = {question: core.ask(question) for question in scrambles}
            boards += [board for answer in answers.values() if not answer.startswith("error")
                       for board in answer.split(" / ")[:3]]
            for form in forms.split():
                file = f"{name}.{form}"
                shutil.copy(raw, IMAGES / file) if form == "image" else export(
                    folder, board, plan, IMAGES / file, "--format", "compact")
                out.append(f"\n# {board}, plan {plan}")
                ask(f"open {file}")
                for number_ in (0, 1, 63, 64, 1000000007):
                    ask(f"random 5 {number_}")
                # The core has no scrambler for compact forms, so they get the answers of the image.
                for question, answer in answers.items():
                    out.extend((question, f"> {answer}"))
                for text in boards:
                    ask(f"solve {text}")
                    ask(f"hint {text}")
                cells = list(map(int, solved.split()))
                swapped = cells[1::-1] + cells[2:]
                for wrong in (swapped, cells[:-1], cells + [0, 0], [cells[0]] + cells[:-1], cells[:-1] + [width * height + 1],
                              cells[:-1] + [255]):
                    for question in ("solve", "hint"):
                        ask(f"{question} {' '.join(map(str, wrong))}")
        out.append("\n# What a reader of raw sets refuses by name")
        for file, plan, words in (("zstd.image", "1-3/rest", ["--store", "zstd"]), ("pattern.image", "pattern:1/2/3", ["--raw"]),
                                  ("mtm.image", "mtm:1-3/rest", ["--raw"])):
            export(folder, "2x3" if "pattern" not in file else "2x2", plan if "pattern" not in file else "pattern:1/2/3",
                   IMAGES / file, *words)
            out.extend((f"open {file}", "> error version"))
        out.append("\n# Damaged files")
        for name, data in damaged():
            file = IMAGES / f"{name}.damaged"
            file.write_bytes(data)
            ask(f"open {file.name}")
        out.append("\n# Right hashes, wrong tables")
        for name, data in forged():
            (IMAGES / f"{name}.forged").write_bytes(data)
            ask(f"open {name}.forged")
            ask("solve 2 3 0 5 4 1")
            ask("solve 1 2 3 4 5 0")
        (HERE / "suite.txt").write_text("\n".join(out) + "\n", encoding="utf-8")
        make_words(folder)


if __name__ == "__main__":
    main()
