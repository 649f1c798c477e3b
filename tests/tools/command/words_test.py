# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Boards that are no permutations, as users of the command see them (docs/boards.md)."""

import json
import sys
import unittest

from command import DONE, FILE, INPUT_FAILED, USAGE, CommandTest


def play(board, width, letters, join=""):
    """The board after these slides of tiles; one blank."""
    board = list(board)
    for letter in letters:
        blank = board.index("_")
        tile = blank + {"L": 1, "R": -1, "U": width, "D": -width}[letter]
        if letter in "LR":
            assert tile // width == blank // width
        assert board[tile] != "#"
        board[blank], board[tile] = board[tile], board[blank]
    return join.join(board)


def carry(board, moves):
    """The board after the steps of FROM>TO."""
    board = list(board)
    for step in moves.split():
        slides = [tuple(map(int, slide.split(">"))) for slide in step.split(",")]
        after = board[:]
        for start, _ in slides:
            after[start] = "_"
        for start, end in slides:
            after[end] = board[start]
        assert sorted(after) == sorted(board)
        board = after
    return "".join(board)


class Words(CommandTest):
    def make(self, *arguments, name="words.tilebase"):
        path = self.directory / name
        self.expect(DONE, "build", "-o", path, *arguments)
        self.expect(DONE, "verify", path)
        return path

    def info(self, path):
        return json.loads(self.expect(DONE, "info", path, "--json").out)

    def test_pictures_are_solved(self):
        path = self.make("--symbols", "112/233/44_")
        info = self.info(path)
        self.assertEqual(info["board"], "3x3")
        self.assertEqual(info["tables"][0]["states"], 22680)
        self.assertEqual(sum(info["tables"][0]["histogram"]), 22680)
        self.assertEqual(info["certified_worst_case"], len(info["tables"][0]["histogram"]) - 1)
        for board in ("42_132341", "11_332244"):
            text = self.expect(DONE, "solve", path, board).out
            count, letters = text.split()
            self.assertEqual(int(count), len(letters))
            self.assertEqual(play(board, 3, letters), "11223344_")
        self.assertEqual(self.expect(DONE, "solve", path, "112/233/44_").out, "0 \n")
        out = self.expect(INPUT_FAILED, "solve", path, "42_132341", "111/233/44_", "-",
                          input="4 2 _\n1 3 2\n3 4 1\n\n42_/132/341\n").out.splitlines()
        self.assertEqual(len(out), 4)
        self.assertTrue(out[1].startswith("error: "), out)
        self.assertEqual({out[0], out[2], out[3]}, {out[0]})
        hint = self.expect(DONE, "hint", path, "42_132341").out.strip()
        self.assertEqual(hint, out[0].split()[1][0])
        probe = json.loads(self.expect(DONE, "probe", path, "42_132341", "--json").out)
        self.assertEqual(probe["remaining"], int(out[0].split()[0]))
        self.assertEqual(probe["move"], hint)

    def test_walls_are_walls(self):
        path = self.make("--board", "3x3", "--walls", "4")
        self.assertEqual(self.info(path)["walls"], [4])
        out = self.expect(INPUT_FAILED, "solve", path, "-",
                          input="412/6#3/7_5\n1 2 3\n4 # 5\n_ 7 6\n").out.splitlines()
        self.assertEqual(play("4126#37_5", 3, out[0].split()[1]), "1234#567_")
        self.assertTrue(out[1].startswith("error: cannot be solved"), out)
        # Two parts of the board that do not touch.
        path = self.make("--board", "3x3", "--walls", "1,4,7", name="parts.tilebase")
        self.assertEqual(self.info(path)["tables"][0]["reachable"], 3)
        self.expect(INPUT_FAILED, "solve", path, "2#1/3#4/5#_")

    def test_large_boards_with_walls_are_solved_in_stages(self):
        path = self.make("--board", "5x5", "--walls", "6,18")
        info = self.info(path)
        self.assertEqual(info["walls"], [6, 18])
        self.assertGreater(len(info["tables"]), 1)
        board = "2 5 3 4 1/6 # 7 8 9/10 11 12 13 14/15 16 17 # 18/20 21 19 _ 22"
        cells = board.replace("/", " ").split()
        best = None
        for options in ([], ["--effort", "20000"]):
            answer = json.loads(self.expect(DONE, "solve", path, board, "--json", *options).out)
            self.assertEqual(play(cells, 5, answer["actions"], join=" "),
                             "1 2 3 4 5 6 # 7 8 9 10 11 12 13 14 15 16 17 # 18 19 20 21 22 _")
            self.assertTrue(best is None or answer["moves"] <= best)
            best = answer["moves"]
            self.assertLessEqual(best, info["certified_worst_case"])
        hint = self.expect(DONE, "hint", path, board).out.strip()
        probe = json.loads(self.expect(DONE, "probe", path, board, "--json").out)
        self.assertEqual(probe["move"], hint)
        odd = board.replace("2 5", "5 2")
        self.assertTrue(self.expect(INPUT_FAILED, "solve", path, odd).out.startswith("error: cannot be solved"))

    def test_goals_are_sets_with_costs(self):
        goals = self.directory / "goals"
        goals.write_text("12?/???/??_\n21?/???/??? 4\n")
        path = self.make("--goals", goals)
        self.assertEqual(self.info(path)["goals"],
                         [{"board": "12?/???/??_", "cost": 0}, {"board": "21?/???/???", "cost": 4}])
        # The board is also a board of a permutation.
        answer = json.loads(self.expect(DONE, "solve", path, "214/53_/678", "--json").out)
        self.assertEqual((answer["moves"], answer["value"]), (0, 4))
        answer = json.loads(self.expect(DONE, "solve", path, "124/53_/678", "--json").out)
        self.assertEqual((answer["moves"], answer["value"]), (1, 1))

    def test_warehouses_are_solved(self):
        board = "....._..._......1......._"
        for metric, greatest in (("stm", 25), ("mtm", 20), ("steps", 18), ("line-steps", 9)):
            path = self.make("--board", "5x5", "--wanted", "1", "--blanks", "3", "--goal-cells",
                             "0", "--metric", metric, name=metric)
            self.assertEqual(self.info(path)["certified_worst_case"], greatest)
            count, _, moves = self.expect(DONE, "solve", path, board).out.strip().partition(" ")
            self.assertEqual(int(count), len(moves.split()))
            self.assertEqual(carry(board, moves)[0], "1")
        path = self.directory / "stm"
        for wrong, reason in ((board.replace("_", ".", 1), "expected 3 at least, found 2"),
                              (board.replace("1", "."), "tile 1; expected 1 at least, found 0"),
                              (board + ".", "25 cells")):
            self.assertIn(reason, self.expect(INPUT_FAILED, "solve", path, wrong).out)
        two = self.make("--board", "4x3", "--wanted", "2", "--blanks", "2", "--goal-cells", "0,11",
                        name="two")
        _, _, moves = self.expect(DONE, "solve", two, "..1._..1.._.").out.strip().partition(" ")
        after = carry("..1._..1.._.", moves)
        self.assertEqual(after[0] + after[11], "11")

    def test_equal_builds_give_equal_bytes(self):
        one = self.make("--symbols", "112/3#4/_5_", "--metric", "steps", "--threads", "1")
        two = self.make("--symbols", "112/3#4/_5_", "--metric", "steps", "--threads", "3",
                        name="two")
        self.assertEqual(one.read_bytes(), two.read_bytes())

    def test_says_what_cannot_be(self):
        for arguments, reason in (
                (["--symbols", "12/34"], "no blank"),
                (["--symbols", "12/3_", "--plan", "tiny"], "leave out --plan"),
                (["--walls", "99"], "cells of the board"),
                (["--wanted", "1"], "--goal-cells"),
                (["--blanks", "3"], "--wanted"),
                (["--wanted", "2", "--goal-cells", "0"], "a goal cell for each"),
                (["--metric", "steps"], "expected --wanted"),
                (["--board", "4x4", "--walls", "6,11", "--memory", "1MB"], "raise --memory"),
                (["--board", "8x8", "--walls", "18,19,20,21,26,29,34,37,42,43,44,45,58"], "corridors that are not so long"),
                (["--symbols", "12345678/abcdefgh/ijklmnop/1234567_"], "more states than a table can have"),
                (["--goals", self.directory / "none"], "none")):
            code = INPUT_FAILED if reason.split()[0] in ("raise", "more", "corridors") else USAGE
            result = self.expect(code, "build", "-o", self.directory / "x", *arguments, says=reason)
            self.assertEqual(result.out, "")
            self.assertFalse((self.directory / "x").exists())

    def test_other_commands_say_what_the_file_is(self):
        path = self.make("--symbols", "11/2_")
        for command in (["bench", path], ["export", path, "-o", self.directory / "y"],
                        ["scramble", path, "--moves", "3..4"], ["solve", path, "11/2_", "--optimal"]):
            if "--optimal" in command:
                self.expect(DONE, *command)
            else:
                self.expect(FILE, *command, says="no permutations")
        self.expect(USAGE, "solve", path, "11/2_", "--to", "1_/12", says="leave out --to")

    def test_damage_is_found(self):
        path = self.make("--symbols", "112/233/44_")
        data = bytearray(path.read_bytes())
        for at in (3, 20, 70, 200, len(data) - 10):
            damaged = self.directory / f"damaged{at}"
            data[at] ^= 1
            damaged.write_bytes(data)
            data[at] ^= 1
            self.expect(FILE, "solve", damaged, "112/233/44_", says=str(damaged))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
