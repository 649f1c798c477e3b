# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Asks a driver the questions of suite.txt (README.md), and compares.

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
    "c": {"compact"},
    "drop-in": {"compact", "scramble", "random"},
    "c++": {"compact scramble"},
    "python": {"compact", "random"},
    "javascript": {"compact"},
    "small javascript": {"scramble", "random"},
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
    """`open FILE` with the file's bytes; others stay."""
    verb, _, file = question.partition(" ")
    if verb != "open" or file.startswith("hex:"):
        return question.replace("hex:", "")
    return f"open {(IMAGES / file).read_bytes().hex()}"


def transcript():
    """(form, question, answer)"""
    form = ""
    lines = [line for line in (HERE / "suite.txt").read_text("utf-8").splitlines() if line and line[0] != "#"]
    for question, answer in zip(lines[::2], lines[1::2]):
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


def damages(count, name, command):
    """Asks about `count` damaged files, a thousand at a time."""
    sound = [(file, (IMAGES / file).read_bytes()) for file in
             ("2x2.image", "2x2.compact", "2x3.image", "2x3.compact", "3x3.image", "3x3.compact")
             if is_asked(name, file.split(".")[1], "open")]
    draw = random.Random(65)
    refused = answered = 0
    with Driver(command) as driver:
        boards = {}
        for file, data in sound:
            width, height = map(int, driver.ask(f"open hex:{data.hex()}").split()[0].split("x"))
            boards[file] = width, [driver.ask(f"random 9 {i}") for i in range(50)]
        for begin in range(0, count, 1000):
            asked = []
            for _ in range(min(1000, count - begin)):
                file, data = draw.choice(sound)
                board = draw.choice(boards[file][1])
                asked.append((file, board, damage.at_random(data, draw).hex()))
            answers = driver.ask_all([question for _, board, data in asked
                                      for question in (f"open hex:{data}", f"solve {board}", f"hint {board}")])
            for (file, text, data), opened, solution, hint in zip(asked, *(answers[i::3] for i in range(3))):
                board = list(map(int, text.split()))
                if opened.startswith("error "):
                    refused += 1
                    is_fine = opened.split()[1] in ("format", "version", "damaged") and solution == hint == "closed"
                else:
                    answered += 1
                    fits = opened.split()[0] == "x".join((str(boards[file][0]), str(len(board) // boards[file][0])))
                    errors = ("error damaged",) if fits else ("error board_size", "error unsolvable")
                    is_fine = ((solution in errors or fits and plays_home(board, boards[file][0], solution)) and
                               (hint in errors or fits and hint[0] in "LRUD-"))
                if not is_fine:
                    print(f"{name}: {file} damaged: {data}\nboard {text}\nanswers: {opened}\n{solution}\n{hint}")
                    return False
    print(f"{name}: {refused + answered}/{count} randomly damaged files refused or answered right "
          f"({answered} of them answered)")
    return refused + answered == count


if __name__ == "__main__":
    if sys.argv[1] == "--damage":
        sys.exit(not damages(int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
    sys.exit(not conformance(sys.argv[1], sys.argv[2:]))
