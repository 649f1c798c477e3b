# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Asks a driver the questions of suite.txt and words.txt (README.md), and compares.

conformance_test.py NAME COMMAND...               the suite, and sets that the command TILEBASE makes
conformance_test.py --damage N NAME COMMAND...    N randomly damaged files: an error or the right answer
"""

import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

import damage

HERE = pathlib.Path(__file__).resolve().parent
IMAGES = HERE / "images"
# Kinds of questions, and forms by the file's ending, that a driver's interface lacks.
LACKS = {
    "c": {"compact", "words"},
    "command": {"compact", "image"},
    "drop-in": {"compact", "scramble", "random", "words"},
    "c++": {"compact scramble", "words"},
    "python": {"compact", "random", "words"},
    "javascript": {"compact", "words"},
    "small javascript": {"scramble", "random", "words"},
}
READERS = ("java", "c#", "rust", "go", "drop-in", "small javascript")  # of raw images


class Driver:
    """A driver's process."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=60)

    def ask(self, question):
        return self.ask_all([question])[0]

    def ask_all(self, questions):
        """The answers, in order. The questions go out while the answers come in."""

        def write():
            try:
                for question in questions:
                    self.process.stdin.write(with_bytes(question) + "\n")
                self.process.stdin.flush()
            except BrokenPipeError:  # then answers are missing
                pass

        writer = threading.Thread(target=write)
        writer.start()
        answers = []
        for question in questions:
            line = self.process.stdout.readline()
            if not line:
                code = self.process.wait()
                print(f"the driver ended, exit code {code}, asked: {question[:200]}")
                sys.exit(77 if code == 77 else 1)
            answers.append(line.strip())
        writer.join()
        return answers


def with_bytes(question):
    """`open FILE` and `words FILE` with the file's bytes; others stay."""
    verb, _, file = question.partition(" ")
    if verb not in ("open", "words") or file.startswith("hex:"):
        return question.replace("hex:", "")
    return f"{verb} {(IMAGES / file).read_bytes().hex()}"


def transcript():
    """(form, question, answer)"""
    form = ""
    text = "".join((HERE / name).read_text("utf-8") for name in ("suite.txt", "words.txt"))
    lines = [line for line in text.splitlines() if line and not line.startswith("# ")]
    for question, answer in zip(lines[::2], lines[1::2]):
        if question.startswith("words "):
            form = "words"
        if question.startswith("open "):
            name = question.split()[1]
            form = "compact" if ".compact" in name or name.startswith("compact") else "image"
        yield form, question, answer.removeprefix("> ")


def is_asked(name, form, question):
    verb = question.split()[0]
    return not {form, verb, f"{form} {verb}"} & LACKS.get(name, set())


def is_right(name, question, expected, answer):
    if name == "small javascript":
        if expected == "error board_size":
            expected = "error board"
        if question.startswith("hint"):
            # It reports no stage, and other tiles for a detour.
            expected = " ".join(expected.split()[::4])
            answer = " ".join(answer.split()[::4])
            if expected[0] == "-":
                expected = "-"
    return answer == expected


def made_sets(folder):
    """Larger sets than the suite's, and what the command says of random boards."""
    # Planes of several blocks, and one table of the whole board.
    for board, *words in (("4x4", "--plan", "ladder:3"), ("5x3", "--plan", "ladder:2"), ("3x3", "--plan", "rest")):
        store, image = folder / f"{board}.tilebase", folder / f"{board}.image"
        run("build", "-o", store, "--board", board, *words)
        run("export", store, "-o", image)
        boards = [line.replace("/", " ") for line in
                  run("scramble", image, "--moves", "0..1000", "--count", "200", "--seed", "3").splitlines()]
        worst = run("info", store).split("no board needs more than ")[1].split()[0]
        yield "image", f"open {image}", f"{board} {worst}"
        for text, solution in zip(boards, run("solve", store, "-", input="\n".join(boards)).splitlines()):
            yield "image", f"solve {text}", solution
        yield "image", "scramble 0 1000 3 200", " / ".join(" ".join(text.split()) for text in boards)


def run(*words, **options):
    return subprocess.run([os.environ["TILEBASE"], *map(str, words)], check=True, text=True,
                          stdout=subprocess.PIPE, **options).stdout


def conformance(name, command):
    with tempfile.TemporaryDirectory() as folder, Driver(command) as driver:
        asked = [each for each in [*transcript(), *made_sets(pathlib.Path(folder))] if is_asked(name, *each[:2])]
        # Raw readers refuse by name what the library opens, and the other way round.
        if name not in READERS:
            asked = [each for each in asked if each[2] != "error version" or "version" in each[1] or "image-" in each[1]]
        answers = driver.ask_all([question for _, question, _ in asked])
    wrong = [(question, expected, answer) for (_, question, expected), answer in zip(asked, answers)
             if not is_right(name, question, expected, answer)]
    for question, expected, answer in wrong[:20]:
        print(f"asked: {question[:300]}\n  expected: {expected[:300]}\n  answered: {answer[:300]}")
    print(f"{name}: {len(asked) - len(wrong)} of {len(asked)}")
    return not wrong


def plays_home(board, width, answer):
    """Whether `N LETTERS` brings the board home."""
    count, letters = (answer + " ").split(" ", 1)
    tiles = list(board)
    if int(count) != len(letters.strip()):
        return False
    for letter in letters.strip():
        blank = tiles.index(0)
        tile = blank + {"L": 1, "R": -1, "U": width, "D": -width}[letter]
        if not 0 <= tile < len(tiles) or letter in "LR" and tile // width != blank // width:
            return False
        tiles[blank], tiles[tile] = tiles[tile], 0
    return tiles == [*range(1, len(tiles)), 0]


def goals_of(data):
    """The goals of a word set, as texts; `?` for any symbol, `.` for a tile without a number."""
    number = lambda at, size: int.from_bytes(data[at:at + size], "little")
    opened, symbols, goals = number(72, 2), number(76, 2), number(80, 4)
    cells = [number(120 + 2 * i, 2) for i in range(opened)]
    labels = [number(120 + 2 * opened + 4 * i, 2) for i in range(symbols)]
    names = ["_"] + ["." if label == 0 else "0123456789abcdefghijklmnopqrstuvwxyz"[label] for label in labels]
    for goal in range(goals):
        at = 124 + 2 * opened + 4 * symbols + goal * (4 + opened)
        text = ["#"] * (number(64, 2) * number(66, 2))
        for i, cell in enumerate(cells):
            text[cell] = "?" if data[at + i] == 255 else names[data[at + i]]
        yield "".join(text)


def lands(board, width, goals, answer):
    """Whether the moves of `COUNT MOVES` can be made on a board of a word set, and end at one of its goals."""
    cells = list(board)
    steps = answer.split()[1:]
    for slide in (slide for step in steps for slide in (step.split(",") if ">" in step else step)):
        if ">" in slide:
            tile, blank = map(int, slide.split(">"))
        else:
            blank = cells.index("_")
            tile = blank + {"L": 1, "R": -1, "U": width, "D": -width}[slide]
        is_near = tile // width == blank // width if abs(tile - blank) == 1 else abs(tile - blank) == width
        if not is_near or not 0 <= tile < len(cells) or cells[blank] != "_" or cells[tile] in "_#":
            return False
        cells[blank], cells[tile] = cells[tile], "_"
    # Damage may take a tile its number: then it is any other tile.
    return any(all(wanted in ("?", cell) or wanted == "." and cell not in "_#" for wanted, cell in zip(goal, cells))
               for goal in goals)


def is_fine_words(data, size, text, opened, solution, hint):
    """Whether the answers about a damaged word set are errors, or right."""
    if opened.split()[0] != size:
        return solution == hint == "error board"
    if solution in ("error board", "error unsolvable", "error damaged"):
        return hint in (solution, "error board", "error unsolvable") or solution == "error damaged"
    try:
        return lands(text.replace("/", ""), int(size.split("x")[0]), goals_of(data), solution)
    except IndexError:  # a tile of the damaged set has a number that is no character
        return True


def is_fine(data, size, text, opened, solution, hint):
    """The same of an image or a compact form."""
    width = int(size.split("x")[0])
    fits = opened.split()[0] == size
    errors = ("error damaged",) if fits else ("error board_size", "error unsolvable")
    return ((solution in errors or fits and plays_home(list(map(int, text.split())), width, solution)) and
            (hint in errors or fits and hint[0] in "LRUD-"))


def sound_files(name, driver):
    """(form, bytes, size, boards, check) of the files that are damaged."""
    for file in ("2x2.image", "2x2.compact", "2x3.image", "2x3.compact", "3x3.image", "3x3.compact"):
        if is_asked(name, file.split(".")[1], "open"):
            data = (IMAGES / file).read_bytes()
            size = driver.ask(f"open hex:{data.hex()}").split()[0]
            yield "open", data, size, [driver.ask(f"random 9 {i}") for i in range(50)], is_fine
    boards = {}
    for form, question, answer in transcript():
        if question.startswith("words "):
            file, size = question.split()[1], answer.split()[0]
        elif form == "words" and question.startswith("solve") and " " not in question[6:] and not answer.startswith("e"):
            boards.setdefault((file, size), []).append(question.split()[1])
    for (file, size), texts in boards.items():
        if is_asked(name, "words", "words"):
            yield "words", (IMAGES / file).read_bytes(), size, texts, is_fine_words


def damages(count, name, command):
    """Asks about `count` damaged files, a thousand at a time."""
    draw = random.Random(65)
    refused = answered = 0
    with Driver(command) as driver:
        sound = list(sound_files(name, driver))
        for begin in range(0, count, 1000):
            asked = []
            for _ in range(min(1000, count - begin)):
                verb, data, size, boards, check = draw.choice(sound)
                asked.append((verb, damage.at_random(data, draw), size, draw.choice(boards), check))
            answers = driver.ask_all([question for verb, data, _, board, _ in asked
                                      for question in (f"{verb} hex:{data.hex()}", f"solve {board}", f"hint {board}")])
            for (verb, data, size, board, check), opened, solution, hint in zip(asked, *(answers[i::3] for i in range(3))):
                if opened.startswith("error "):
                    refused += 1
                    is_right_answer = (opened.split()[1] in ("format", "version", "damaged") and
                                       solution == hint == "closed")
                else:
                    answered += 1
                    is_right_answer = check(data, size, board, opened, solution, hint)
                if not is_right_answer:
                    print(f"{name}: {verb} {data.hex()}\nboard {board}\nanswers: {opened}\n{solution}\n{hint}")
                    return False
    print(f"{name}: {refused + answered}/{count} randomly damaged files refused or answered right "
          f"({answered} of them answered)")
    return refused + answered == count


if __name__ == "__main__":
    if sys.argv[1] == "--damage":
        sys.exit(not damages(int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
    sys.exit(not conformance(sys.argv[1], sys.argv[2:]))
