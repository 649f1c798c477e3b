# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Goals, sizes and moves: every command that takes a board takes them."""

import json
import unittest

import puzzle
from command import DONE, INPUT_FAILED, USAGE, CommandTest

SNAIL = "1 2 3/8 _ 4/7 6 5"
START = "8 6 3/2 5 4/7 0 1"  # moves lead to the snail


EIGHT = (3, 3)


class Goals(CommandTest):
    def setUp(self):
        super().setUp()
        self.whole = self.build("--board", "3x3", "--plan", "rest", name="whole")
        self.stages = self.build("--board", "3x3", "--plan", "1-3/rest + pattern:1-4/rest", name="stages")

    def test_have_names_and_boards(self):
        for command in (["solve"], ["solve", "--optimal"], ["hint"], ["probe"], ["analyse"]):
            word, *options = command
            with self.subTest(word):
                by_name, by_board = (self.expect(DONE, word, self.stages, START, *options, "--to", to).out
                                     for to in ("snail", SNAIL))
                self.assertEqual(by_name, by_board)
                self.expect(INPUT_FAILED, word, self.stages, START, *options)
                self.expect(USAGE, word, self.stages, START, *options, "--to", "snale",
                            says=["--to: 'snale' is no goal's name", "blank-center"])
        self.assertEqual(self.expect(DONE, "solve", self.stages, START, "--goal", "snail").out,
                         self.expect(DONE, "solve", self.stages, START, "--to", "spiral").out)

    def test_end_where_they_say(self):
        start, snail = [8, 6, 3, 2, 5, 4, 7, 0, 1], [1, 2, 3, 8, 0, 4, 7, 6, 5]
        for tables in (self.whole, self.stages):
            for options in ([], ["--effort", "1000"], ["--optimal"]):
                answer = json.loads(self.expect(DONE, "solve", tables, START, "--to", "snail", "--json", *options).out)
                self.assertEqual(puzzle.replay(start, answer["actions"], EIGHT), snail)
                if tables == self.whole or options == ["--optimal"]:
                    self.assertEqual((answer["moves"], answer["shortest"]), (15, True))
        analysis = json.loads(self.expect(DONE, "analyse", self.whole, START, "--to", "snail", "--json").out)
        self.assertEqual(analysis["moves"], 15)

    def test_hints_lead_there(self):
        for tables in (self.whole, self.stages):
            board, more = [8, 6, 3, 2, 5, 4, 7, 0, 1], []
            for _ in range(50):
                words = self.expect(DONE, "hint", tables, " ".join(map(str, board)), "--to", "snail", *more).out.split()
                if words == ["solved"]:
                    break
                board, more = puzzle.replay(board, words[0], EIGHT), words[1:]
            self.assertEqual(board, [1, 2, 3, 8, 0, 4, 7, 6, 5])

    def test_may_have_equal_tiles(self):
        goal = "112/233/44_"
        exact = self.directory / "exact"
        self.expect(DONE, "build", "-o", exact, "--symbols", goal)
        boards = ["42_132341", "1 1 _ / 3 3 2 / 2 4 4", goal]
        lengths = [line.split()[0] for line in self.expect(DONE, "solve", exact, *boards).out.splitlines()]
        for board, length in zip(boards, lengths):
            for tables in (self.whole, self.stages):
                for options in ([], ["--effort", "1000"]):
                    answer = json.loads(self.expect(DONE, "solve", tables, board, "--to", goal, "--json",
                                                    *options).out)
                    cells = [int(cell) for cell in board.replace("_", "0") if cell.isdigit()]
                    self.assertEqual(puzzle.replay(cells, answer["actions"], EIGHT), [1, 1, 2, 2, 3, 3, 4, 4, 0])
                    if answer["shortest"]:
                        self.assertEqual(answer["moves"], int(length))
                    self.assertTrue(answer["shortest"] or tables == self.stages)
        lines = self.expect(INPUT_FAILED, "solve", self.whole, "-", "112/233/41_", "--to", goal, "--random", "3",
                            input="4 2 _\n1 3 2\n3 4 1\n\n42_/132/341\n").out.splitlines()
        self.assertEqual(len(lines), 6)
        self.assertEqual([line.split()[0] for line in lines[:2]], lengths[:1] * 2)
        self.assertEqual(lines[2], "error: its tiles are not those of the goal; expected each number as often as there")
        self.assertEqual(self.expect(DONE, "solve", self.whole, "112/233/4_4", "--to", goal,
                                     "--notation", "tiles").out, "1 4\n")
        for command in (["solve", "--optimal"], ["hint"], ["probe"]):
            word, *options = command
            self.expect(USAGE, word, self.stages, boards[0], "--to", goal, *options, says="equal tiles are for")

    def test_of_scrambles_and_measures(self):
        made = self.expect(DONE, "scramble", self.whole, "--to", "columns", "--moves", "12", "--count", "5").out
        lines = self.expect(DONE, "solve", self.whole, "--to", "columns", "-", input=made).out.splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["12"] * 5)
        row = json.loads(self.expect(DONE, "bench", self.stages, "--to", "columns", "--boards", "50", "--json").out)
        self.assertEqual(row["to"], "1 4 7 2 5 8 3 6 0")
        self.expect(DONE, "compare", self.whole, "--to", "columns", "--boards", "3", "--solvers", "wastar")
        self.expect(USAGE, "compare", self.whole, "--to", "snail", "--boards", "3", "--solvers", "wastar",
                    says="with the blank in a corner")

    def test_of_any_size(self):
        any_size = self.build("--plan", "any", name="any")
        for size, to in (("6x6", "snail"), ("5x3", "blank-center"), ("2x7", "columns")):
            made = self.expect(DONE, "scramble", any_size, "--board", size, "--to", to, "--seed", "3").out
            lines = self.expect(DONE, "solve", any_size, "--board", size, "--to", to, "-", "--random", "2",
                                input=made).out.splitlines()
            self.assertEqual(len(lines), 3)
            moves, actions = lines[0].split()
            end = self.expect(DONE, "play", "--board", size, made, actions).out.strip()
            goal = self.expect(DONE, "play", "--board", size, to, "").out.strip()
            self.assertEqual((end, len(actions)), (goal, int(moves)))
            answer = json.loads(self.expect(DONE, "solve", any_size, "--board", size, "--to", to, made, "--json",
                                            "--effort", "2000").out)
            self.assertLessEqual(answer["moves"], int(moves))
            self.expect(DONE, "bench", any_size, "--board", size, "--to", to, "--boards", "2")
            self.expect(DONE, "compare", any_size, "--board", size, "--to", to, "--boards", "2")
        moves = int(self.expect(DONE, "solve", any_size, "--board", "6x6", "--to", "snail", "--random",
                                "1").out.split()[0])
        self.assertTrue(150 <= moves <= 400, moves)

    def test_a_folder_has_the_set_of_a_size(self):
        folder = self.whole.parent
        for tables in (self.whole, self.stages):
            tables.rename(tables.with_suffix(".tilebase"))
        for command in ("solve", "hint", "probe", "analyse"):
            self.expect(DONE, command, folder, "--board", "3x3", "123456708")
        self.expect(DONE, "scramble", folder, "--board", "3x3", "--moves", "5")


class Moves(CommandTest):
    def test_are_played_in_every_notation(self):
        for moves, *more in (("R3 D2 L",), ("rrrddl",), ("L3U2R", "--notation", "blank"), ("15 14 13 9 5 6",), ("13,5,6",)):
            self.assertEqual(self.expect(DONE, "play", "blank-last", moves, *more).out,
                             "1 2 3 4/6 0 7 8/5 10 11 12/9 13 14 15\n")
        self.assertEqual(self.expect(DONE, "play", "12345678_", "8", "--draw").out.splitlines()[5],
                         "|  7 |    |  8 |")
        self.assertEqual(self.expect(DONE, "play", "--board", "3x2", "columns", "").out, "1 3 5/2 4 0\n")
        for board, moves, end in (("1#2/13_", "R", "1 # 2/1 0 3"), ("112/22_", "D 1", "1 0 1/2 2 2"),
                                  ("..#/1._", "R2", ". . #/0 1 .")):
            self.assertEqual(self.expect(DONE, "play", board, moves).out, end + "\n")
        self.assertEqual(self.expect(DONE, "play", "1 2 3 # 5 6 7 8 _", "D").out, "1 2 3/# 5 0/7 8 6\n")
        self.assertEqual(self.expect(DONE, "play", "1 2 3/4 5 6/7 8 0 # home", "R").out, "1 2 3/4 5 6/7 0 8\n")
        self.expect(INPUT_FAILED, "play", "12#/13_", "D", says="at a wall")
        self.expect(INPUT_FAILED, "play", "112/233/4__", "R", says="found 2 blanks")
        self.expect(INPUT_FAILED, "play", "blank-last", "LD", says=["move 1", "the notation 'blank'"])
        self.expect(INPUT_FAILED, "play", "blank-last", "7", says="tile 7")
        self.expect(INPUT_FAILED, "play", "1 2 3 4 5", "L")
        self.expect(INPUT_FAILED, "play", "--board", "4x4", "blank-center", "L", says="two odd sides")

    def test_are_printed_in_every_notation(self):
        tables = self.build("--board", "3x3", "--plan", "rest")
        for notation, text in (("letters", "10 RUURDDLLUU"), ("runs", "10 R U2 R D2 L2 U2"), ("blank", "10 LDDLUURRDD")):
            self.assertEqual(self.expect(DONE, "solve", tables, "42_713856", "--notation", notation).out.strip(), text)
        tiles = self.expect(DONE, "solve", tables, "42_713856", "--notation", "tiles").out.split()[1:]
        self.assertEqual(self.expect(DONE, "play", "42_713856", " ".join(tiles)).out, "1 2 3/4 5 6/7 8 0\n")
        answer = json.loads(self.expect(DONE, "solve", tables, "42_713856", "--notation", "tiles", "--json").out)
        self.assertEqual((answer["actions"], answer["tiles"]), ("RUURDDLLUU", [int(tile) for tile in tiles]))
        # And read, as a game.
        for moves, *more in (("RUURDDLLUU",), (" ".join(tiles),), ("LDDLUURRDD", "--notation", "blank")):
            self.assertIn("10 moves, 6 runs; 10 would do",
                          self.expect(DONE, "analyse", tables, "42_713856", "--moves", moves, *more).out)


if __name__ == "__main__":
    unittest.main()
