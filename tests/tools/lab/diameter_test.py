# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Bounds of small boards, proved by `diameter` and played by `check`. The arguments are the program and the checkout."""

import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop())
DIAMETER = sys.argv.pop()
CHECK = ROOT / "tools/lab/diameter/check"


class Bounds(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tilebase-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def prove(self, board, bound, pieces="3"):
        subprocess.run([DIAMETER, board, str(bound), self.folder, "--pieces", pieces, "--check"], check=True,
                       stdout=subprocess.DEVNULL)

    def check(self, board):
        return subprocess.run([sys.executable, CHECK, board, self.folder], capture_output=True, text=True)

    def test_small_boards_are_proved_and_their_solutions_play(self):
        for board, bound in (("3x3", 34), ("3x4", 70)):
            with self.subTest(board):
                self.prove(board, bound)
                checked = self.check(board)
                self.assertEqual(checked.returncode, 0, checked.stderr)
                self.assertIn(f"every {board} board takes at most {bound} moves\n", checked.stdout)
                for path in self.folder.iterdir():
                    path.unlink()

    def test_the_pieces_of_the_24_puzzle_are_whole_and_their_solutions_play(self):
        with tarfile.open(ROOT / "tests/reference/diameter_5x5_198.tar.xz") as archive:
            archive.extractall(self.folder)
        checked = self.check("5x5")
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertIn("every 5x5 board takes at most 198 moves\n", checked.stdout)

    def test_states_that_no_search_solves_are_left_open(self):
        self.prove("3x3", 33)
        self.assertIn("open", self.check("3x3").stderr)

    def test_a_piece_that_was_made_alone_is_the_same(self):
        self.prove("3x3", 34)
        piece = self.folder / "piece-001"
        before = piece.read_text(encoding="ascii")
        piece.unlink()
        self.prove("3x3", 34)
        lines = [[line for line in text.splitlines() if not line.startswith(("seconds", "processor"))]
                 for text in (before, piece.read_text(encoding="ascii"))]
        self.assertEqual(*lines)

    def test_a_missing_piece_and_a_changed_solution_are_found(self):
        self.prove("3x3", 34)
        piece = self.folder / "piece-001"
        text = piece.read_text(encoding="ascii")
        piece.unlink()
        self.assertIn("not the next piece", self.check("3x3").stderr)
        place = text.index("claim")
        end = text.index("\n", place)
        piece.write_text(text[:end - 1] + text[end:], encoding="ascii")
        self.assertNotEqual(self.check("3x3").returncode, 0)


if __name__ == "__main__":
    unittest.main()
