# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Data sets: records with the lengths and the first moves of all shortest solutions, and their card."""

import hashlib
import json
import pathlib
import struct
import tempfile
import unittest

from command import DONE, USAGE, run

BITS = {"L": 1, "R": 2, "U": 4, "D": 8}


def after(board, width, letter):
    """The board after a tile slides in this direction, or None."""
    blank = board.index(0)
    row, column = divmod(blank, width)
    row, column = {"L": (row, column + 1), "R": (row, column - 1),
                   "U": (row + 1, column), "D": (row - 1, column)}[letter]
    if not (0 <= row < len(board) // width and 0 <= column < width):
        return None
    board = list(board)
    board[blank], board[row * width + column] = board[row * width + column], 0
    return tuple(board)


def depths(width, height):
    """The length of every board's shortest solution, by a plain search from home."""
    home = tuple(range(1, width * height)) + (0,)
    found, level = {home: 0}, [home]
    while level:
        following = []
        for board in level:
            for letter in BITS:
                neighbour = after(board, width, letter)
                if neighbour is not None and neighbour not in found:
                    found[neighbour] = found[board] + 1
                    following.append(neighbour)
        level = following
    return found


class DataSets(unittest.TestCase):
    def setUp(self):
        room = tempfile.TemporaryDirectory()
        self.addCleanup(room.cleanup)
        self.room = pathlib.Path(room.name)

    def build(self, *arguments):
        path = self.room / "set.tilebase"
        built = run("build", "-o", path, *arguments)
        self.assertEqual(built.code, DONE, built.err)
        return path

    def records(self, path, cells):
        data = path.read_bytes()
        size = cells + 3
        self.assertEqual(len(data) % size, 0)
        for at in range(0, len(data), size):
            record = data[at:at + size]
            yield tuple(record[:cells]), *struct.unpack("<HB", record[cells:])

    def check(self, tables, cells, count, lengths):
        made = [self.room / name for name in ("a.bin", "b.bin")]
        for path in made:
            solved = run("solve", tables, "--optimal", "--threads", "1", "--random", count, "--seed", "5",
                         "--binary", "--first-moves", "-o", path, "--card", f"{path}.md")
            self.assertEqual(solved.code, DONE, solved.err)
        self.assertEqual(made[0].read_bytes(), made[1].read_bytes())
        records = list(self.records(made[0], cells))
        self.assertEqual(len(records), count)
        width = int(cells ** 0.5)
        for board, length, mask in records:
            self.assertEqual(length, lengths(board))
            for letter, bit in BITS.items():
                following = after(board, width, letter)
                nearer = following is not None and lengths(following) == length - 1
                self.assertEqual(bool(mask & bit), nearer, (board, letter))
        card = (self.room / "a.bin.md").read_text(encoding="ascii")
        self.assertIn(hashlib.sha256(made[0].read_bytes()).hexdigest(), card)
        self.assertIn(f"{count} boards", card)
        self.assertIn("seed 5", card)

    def test_all_lengths_and_first_moves_of_3x3_are_those_of_a_plain_search(self):
        known = depths(3, 3)
        self.assertEqual(len(known), 181440)
        self.check(self.build("--board", "3x3", "--plan", "rest"), 9, 3000, known.__getitem__)

    def test_those_of_4x4_are_those_of_searches_of_their_own(self):
        tables = self.build("--plan", "1-4/5,9,13/rest + pattern:6-6-3", "--store", "quick")
        known = {}

        def length(board):
            if board not in known:
                solved = run("solve", tables, "--optimal", " ".join(map(str, board)))
                self.assertEqual(solved.code, DONE, solved.err)
                known[board] = int(solved.out.split()[0])
            return known[board]

        self.check(tables, 16, 6, length)

    def test_json_has_the_letters_and_text_is_refused(self):
        tables = self.build("--board", "3x3", "--plan", "rest")
        line = run("solve", tables, "--optimal", "--json", "--first-moves", "123456_78").out
        self.assertEqual(json.loads(line)["first_moves"], "L")
        self.assertEqual(run("solve", tables, "--optimal", "--first-moves", "123456_78").code, USAGE)

    def test_within_prints_a_bound_and_heeds_it(self):
        tables = self.build("--plan", "1-4/5,9,13/rest + pattern:5-5-5")
        boards = ["--random", "10"]
        shortest = run("solve", tables, "--optimal", *boards).out.splitlines()
        lines = run("solve", tables, "--within", "1.1", *boards, "--json").out.splitlines()
        for line, best in zip(lines, shortest, strict=True):
            answer, least = json.loads(line), int(best.split()[0])
            self.assertLessEqual(answer["moves"], 1.1 * answer["bound"])
            self.assertLessEqual(answer["bound"], least)
            self.assertGreaterEqual(answer["moves"], least)
        self.assertEqual(run("solve", tables, "--within", "0.9", *boards).code, USAGE)
        self.assertEqual(run("solve", tables, "--nodes", "5", *boards).code, USAGE)


if __name__ == "__main__":
    unittest.main()
