# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Boards, plans and quantities that cannot be what the user meant: each is told what, where, what was
expected and what to do. Counts, sizes and times mean the same in every option."""

import json
import os
import unittest

from command import DONE, FILE, INPUT_FAILED, SANITIZED, USAGE, CommandTest
import puzzle

SOLVED = puzzle.text(puzzle.solved())
WANTED = "expected 16 numbers, 0 to 15 (0 or _ is the blank), for a 4x4 board"

# name: (board, what the message holds besides WANTED)
BAD_BOARDS = {
    "a tile twice": (SOLVED.replace("15", "14"), "tile 14 occurs twice, again in place 15"),
    "a tile that is missing": (SOLVED.replace("3", "2", 1), "tile 2 occurs twice"),
    "a tile out of range": (SOLVED.replace("15", "17"), "'17' in place 15 is not a tile"),
    "a negative tile": (SOLVED.replace("7", "-7"), "'-7' in place 7 is not a tile"),
    "a fraction": (SOLVED.replace("7", "7.0"), "'7.0' in place 7 is not a tile"),
    "a huge number": (SOLVED.replace("7", "9" * 400), "is not a tile"),
    "too few": (" ".join(SOLVED.split()[1:]), "15 numbers"),
    "too many": ("1 " * 40, "occurs twice"),
    "one too many": (SOLVED + " 1", "17 numbers"),
    "very many": (SOLVED + " 1" * 10000, "more than 64 numbers"),
    "two blanks": (SOLVED.replace("15", "_"), "two blanks, the second in place 16"),
    "two blanks, written differently": (SOLVED.replace("15", "16"), "two blanks"),
    "no blank": (SOLVED.replace(" 0", " 1"), "tile 1 occurs twice"),
    "words": ("please solve this", "'please' in place 1 is not a tile"),
    "empty": ("", "empty board"),
    "separators only": (" ,/\t", "empty board"),
    "another size": ("1 2 3 4 5 6 7 8 0", "9 numbers"),
    "one word": ("123456789abcdef01", "'123456789abcdef01' in place 1 is not a tile"),
    "bytes that are not text": ("\x01\x7f\udcff 2", "'???' in place 1 is not a tile"),
}
# Here the message expects a shape.
BAD_SHAPES = {
    "rows of another length": ("1 2 3 4/5 6 7 8/9 10 11 12 13/14 15 0",
                               "row 3 has 5 numbers; expected 4 rows of 4"),
    "rows of another size": ("1 2 3 4 5 6 7 8/9 10 11 12 13 14 15 0", "2 rows of 8"),
    "another size in front": ("3x3: 1 2 3 4 5 6 7 8 0", "the text says 3x3; expected a 4x4 board"),
}


class BadBoards(CommandTest):
    def setUp(self):
        super().setUp()
        self.tables = self.build()

    def expect_reason(self, reason, *parts):
        for part in parts:
            self.assertIn(part, reason)
        self.assertLess(len(reason), 300)

    def test_are_refused_with_the_reason(self):
        for name, (board, says) in (BAD_BOARDS | BAD_SHAPES).items():
            wanted = () if name in BAD_SHAPES else (WANTED,)
            with self.subTest(name):
                lines = self.expect(INPUT_FAILED, "solve", self.tables, board,
                                    SOLVED).out.splitlines()
                self.assertTrue(lines[0].startswith("error: "))
                self.expect_reason(lines[0], says, *wanted)
                self.assertEqual(lines[1:], ["0 "])
                self.expect(INPUT_FAILED, "probe", self.tables, board, says=[says, *wanted])

    def test_are_refused_from_standard_input_and_in_json(self):
        boards = {name: bad for name, bad in BAD_BOARDS.items() if bad[0] and "\udcff" not in bad[0]}
        text = "".join(f"{board}\n" for board, _ in boards.values())
        for arguments in ([], ["--json"]):
            lines = self.expect(INPUT_FAILED, "solve", self.tables, "-", *arguments,
                                input=text).out.splitlines()
            self.assertEqual(len(lines), len(boards))
            for line, (_, says) in zip(lines, boards.values()):
                self.expect_reason(json.loads(line)["error"] if arguments else line, says, WANTED)

    def test_in_a_file_are_told_once_a_board_with_the_rule(self):
        for text, *reasons in (
                ("1 2 3 4\n5 6 7 8\n9 10 11 12\n\n", "3 rows of 4; expected 4 rows of 4"),
                ("4\n1 2 3 4\n5 6 7\n", "4 numbers; expected 16", "3 numbers; expected 16")):
            lines = self.expect(INPUT_FAILED, "solve", self.tables, "-", input=text).out.splitlines()
            self.assertEqual(len(lines), len(reasons))
            for line, reason in zip(lines, reasons):
                self.expect_reason(line, "error: ", reason, "write a board a line, or a row a line")

    def test_bytes_of_any_kind_are_refused(self):
        noise = bytes(range(256)).replace(b"\n", b"") * 40
        result = self.expect(INPUT_FAILED, "solve", self.tables, "-", text=False, input=noise)
        self.assertTrue(result.out.startswith(b"error: "))
        self.assertEqual(result.out.count(b"\n"), 1)

    def test_an_unsolvable_board_is_told_which_parities_disagree(self):
        swapped = SOLVED.replace("14 15", "15 14")
        out = self.expect(INPUT_FAILED, "solve", self.tables, swapped).out
        self.expect_reason(out, "error: ", "cannot be solved", "an odd permutation",
                           "an even number of steps", "swap any two tiles")
        moved = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15".replace("1 2", "2 1")
        self.expect_reason(self.expect(INPUT_FAILED, "solve", self.tables, moved).out,
                           "an even permutation", "an odd number of steps")

    def test_unsolvable_boards_of_every_shape_are_refused(self):
        for board, plan in (("2x2", "rest"), ("2x3", "rest"), ("3x2", "rest"), ("3x3", "ladder:1"),
                            ("3x4", "ladder:1"), ("4x3", "ladder:1"), ("5x3", "ladder:1")):
            size = tuple(map(int, board.split("x")))
            tables = self.build("--board", board, "--plan", plan, "--force")
            boards = list(puzzle.random_boards(20, seed=3, size=size))
            lines = []
            for solvable in boards:
                first, second = [cell for cell, tile in enumerate(solvable) if tile][-2:]
                swapped = list(solvable)
                swapped[first], swapped[second] = swapped[second], swapped[first]
                lines += [puzzle.text(solvable), puzzle.text(swapped)]
            out = self.expect(INPUT_FAILED, "solve", tables, "-",
                              input="\n".join(lines)).out.splitlines()
            for i, solvable in enumerate(boards):
                actions = out[2 * i].split(" ")[1]
                self.assertEqual(puzzle.replay(solvable, actions, size), puzzle.solved(size))
                self.assertIn("cannot be solved", out[2 * i + 1])


class BoardForms(CommandTest):
    """What people paste is read as they mean it, or refused; tests/tables/board_reader_test.cc has more."""

    def setUp(self):
        super().setUp()
        self.tables = self.build("--board", "3x3", "--plan", "rest")

    def test_are_read_from_arguments(self):
        for board in ("[1,2,3,4,5,6,7,0,8]", "[[1,2,3],[4,5,6],[7,0,8]]",
                      "1 2 3/4 5 6/7 0 8", "1 2 3 # top\n4 5 6\n7 0 8", "3x3: 1 2 3 4 5 6 7 0 8",
                      "17: 123456708", "1,2,3,4,5,6,7,x,8", "1;2;3;4;5;6;7;0;8", "123/456/7.8",
                      "| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n| 7 |   | 8 |", "1 2 3 4 5 6 7 0 8 1"):
            with self.subTest(board):
                self.assertEqual(self.expect(DONE, "solve", self.tables, board).out, "1 L\n")

    def test_are_read_from_files(self):
        for text in ("# a comment\n3\n1 2 3\n4 5 6\n7 0 8\n", "1 2 3\n4 5 6\n7 0 8",
                     "3 -1\r\n1 2 3\r\n4 5 6\r\n7 0 8\r\n", "[[1, 2, 3],\n [4, 5, 6],\n [7, 0, 8]]\n",
                     "1\n2\n3\n4\n5\n6\n7\n0\n8\n"):
            with self.subTest(text):
                for times, between in ((1, ""), (2, "\n"), (3, "\n\n# next\n")):
                    out = self.expect(DONE, "solve", self.tables, "-",
                                      input=between.join([text] * times)).out
                    self.assertEqual(out, "1 L\n" * times)

    def test_what_is_drawn_is_read_back(self):
        drawn = self.expect(DONE, "solve", self.tables, "--draw", "123456708").out
        text = "".join(line + "\n" for line in drawn.splitlines() if line[0] in "+|")
        self.assertEqual(self.expect(DONE, "solve", self.tables, "-", input=text).out, "1 L\n")

    def test_a_board_a_line_and_a_row_a_line_may_be_mixed(self):
        text = "123456780\n1 2 3\n4 5 6\n7 0 8\n1 2 3 4 5 6 0 7 8\n"
        out = self.expect(DONE, "solve", self.tables, "-", input=text).out
        self.assertEqual(out, "0 \n1 L\n2 LL\n")

    def test_rows_of_any_size_are_held_to_it(self):
        any_size = self.build("--plan", "any", name="any")
        board = "1 2 3 4 5/6 7 0 9 10/11 12 8 13 14"
        self.assertEqual(self.expect(DONE, "solve", any_size, "--board", "5x3", board).out, "3 ULL\n")
        out = self.expect(INPUT_FAILED, "solve", any_size, "--board", "3x5", board).out
        self.assertIn("3 rows of 5; expected 5 rows of 3", out)
        rows = board.replace("/", "\n") + "\n"
        self.assertEqual(self.expect(DONE, "solve", any_size, "--board", "5X3", "-", input=rows).out,
                         "3 ULL\n")

    def test_parts_take_a_board_a_line(self):
        rows = self.directory / "rows.txt"
        rows.write_text("1 2 3\n4 5 6\n7 0 8\n", encoding="utf-8")
        with rows.open(encoding="utf-8") as file:
            self.assertIn("write a board a line", self.expect(
                INPUT_FAILED, "solve", self.tables, "-", "--part", "1/2", stdin=file).out)

    def test_moves_are_read_in_either_case(self):
        for moves in ("RUDU2RD2L2U2", "rudu2rd2l2u2", "r u d u2 r d2 l2 u2"):
            out = self.expect(DONE, "analyse", self.tables, "42_713856", "--moves", moves).out
            self.assertIn("12 moves, 8 runs; 10 would do", out)
        self.expect(USAGE, "analyse", self.tables, "42_713856", "--moves", "LDUD",
                    says=["move 1", "the direction in which the tile slides"])


class MixedUp(CommandTest):
    """A board, a plan, a size or another file where FILE or BOARD stands: the message names the next command
    to type."""

    def setUp(self):
        super().setUp()
        self.tables = self.build("--board", "3x3", "--plan", "rest", name="nine.tilebase")

    def default_set(self):
        (self.directory / "build").mkdir()
        default = self.directory / "build/default.tilebase"
        default.write_bytes(self.tables.read_bytes())

    def test_a_board_in_the_place_of_the_file(self):
        boards = ("867254301", "8,6,7,2,5,4,3,0,1", "8 6 7 2 5 4 3 X 1", "867/254/301", "[[8,6],[7,2]]",
                  "[[8,6,7],[2,5,4],[3,0,1]]", "3x3: 8 6 7 2 5 4 3 0 1", "| 8 6 7 | 2 5 4 | 3 . 1 |")
        for board in boards:
            for command in ("solve", "probe", "hint", "analyse"):
                with self.subTest(board=board, command=command):
                    self.expect(USAGE, command, board, says=[
                        f"'{board}' is a board; expected a table file, and the board after it: FILE BOARD",
                        "'tilebase build -o FILE'"])
                    self.expect(USAGE, command, board, self.tables, says="is a board")
        self.default_set()
        self.expect(USAGE, "solve", boards[0], cwd=self.directory,
                    says="the board after it: build/default.tilebase '867254301'")

    def test_a_file_whose_name_is_a_board_is_a_file(self):
        (self.directory / "867254301").write_bytes(self.tables.read_bytes())
        self.assertEqual(self.expect(DONE, "solve", "867254301", "123456708", cwd=self.directory).out,
                         "1 L\n")

    def test_a_plan_or_a_size_in_the_place_of_the_file(self):
        commands = (["solve", "123456708"], ["solve", "--optimal", "123456708"], ["probe", "123456708"],
                    ["hint", "123456708"], ["analyse", "123456708"], ["info"], ["verify"], ["bench"],
                    ["scramble", "--moves", "5"], ["scramble", "--optimal", "--moves", "5"],
                    ["export", "-o", "x"])
        for command, *rest in commands:
            with self.subTest(command):
                self.expect(FILE, command, "tiny", *rest, cwd=self.directory, says=[
                    "tiny: cannot open: No such file",
                    "'tilebase build -o tiny.tilebase --plan tiny' makes one"])
        for name, build in (("any", "any.tilebase --plan any"), ("5x5", "5x5.tilebase --board 5x5"),
                            ("small.tilebase", "small.tilebase --plan small"),
                            ("4x3.tilebase", "4x3.tilebase --board 4x3"), ("mine.tb", "mine.tb")):
            build = build.replace(".tilebase.tilebase", ".tilebase")
            with self.subTest(name):
                self.expect(FILE, "info", name, cwd=self.directory,
                            says=f"'tilebase build -o {build}' makes one")
        self.expect(FILE, "info", "nine", cwd=self.directory, says="did you mean nine.tilebase?")
        self.default_set()
        self.expect(FILE, "info", "mine", cwd=self.directory, says="build/default.tilebase is there")

    def test_a_file_in_the_place_of_the_board(self):
        (self.directory / "boards.txt").write_text("123456708\n", encoding="utf-8")
        first = ["solve", "nine.tilebase"]
        self.assertEqual(self.expect(INPUT_FAILED, *first, "boards.txt", cwd=self.directory).out,
                         "error: 'boards.txt' is a file; expected a board; to read the boards in it: "
                         "FILE - < boards.txt\n")
        self.expect(INPUT_FAILED, "hint", "nine.tilebase", "boards.txt", cwd=self.directory,
                    says="FILE - < boards.txt")
        for command in ("probe", "analyse"):
            self.expect(INPUT_FAILED, command, "nine.tilebase", "boards.txt", cwd=self.directory,
                        says=["'boards.txt' is a file", 'write the board itself, or "$(cat boards.txt)"'])
        out = self.expect(INPUT_FAILED, *first, "nine.tilebase", "123456708", cwd=self.directory).out
        self.assertIn("error: 'nine.tilebase' is a file; expected a board; one table file comes first", out)
        self.assertIn("\n1 L\n", out)

    def test_a_board_of_another_size_where_the_tables_solve_any(self):
        any_size = self.build("--plan", "any", name="any")
        says = "these tables solve other sizes too: say --board WxH"
        self.assertIn(says, self.expect(INPUT_FAILED, "solve", any_size, "867254301").out)
        self.assertIn(says, self.expect(INPUT_FAILED, "solve", any_size, "-", input="867254301\n").out)
        twice = SOLVED.replace("15", "14")
        self.assertNotIn(says, self.expect(INPUT_FAILED, "solve", any_size, twice).out)
        self.assertNotIn(says, self.expect(INPUT_FAILED, "solve", self.tables, SOLVED).out)

    def test_what_boards_of_any_size_do_not_have(self):
        any_size = self.build("--plan", "any", name="any")
        says = "needs tables of that size: tilebase build -o 5x2.tilebase --board 5x2"
        for option in (["--optimal"], ["--notation", "tiles"], ["--memory", "4MB"], ["-o", self.directory / "out"]):
            self.expect(USAGE, "solve", any_size, "--board", "5x2", "1 2 3 4 5 6 7 8 0 9", *option,
                        says=[f"{option[0]} of 5x2 boards", says])
        for command in ("hint", "probe", "analyse"):
            self.expect(USAGE, command, any_size, "--board", "5x2", "1 2 3 4 5 6 7 8 0 9", says=says)
        # --board may name the set's own size.
        self.assertEqual(self.expect(DONE, "solve", self.tables, "--board", "3x3", "012345678", "--goal",
                                     "blank-first").out, "0 \n")

    def test_the_goal_with_the_blank_first(self):
        four = self.build(name="four")
        first = " ".join(map(str, range(16)))
        out = self.expect(INPUT_FAILED, "solve", four, first).out
        self.assertIn("or say --to blank-first, if the blank comes first", out)
        self.assertEqual(self.expect(DONE, "solve", four, first, "--goal", "blank-first").out, "0 \n")
        nine = ["solve", self.tables, "0 1 2 3 4 5 6 7 8"]
        result = self.expect(DONE, *nine)
        self.assertEqual(result.out.split()[0], "22")
        self.assertIn("for the blank first say --to blank-first", result.err)
        result = self.expect(DONE, *nine, "--goal", "blank-first")
        self.assertEqual((result.out, result.err), ("0 \n", ""))

    def test_a_goal_that_lookup_meets_by_a_detour(self):
        board, goal = "1 2 3 8 0 6 7 5 4", "1 2 3 8 0 4 7 6 5"
        stages = self.build("--board", "3x3", "--plan", "1-3/rest", name="stages")
        result = self.expect(DONE, "solve", stages, board, "--to", goal)
        self.assertIn("the goal's blank is in no corner: up to 4 moves may be saved by tables of 'tilebase build "
                      "--blank-home 4'", result.err)
        answer = json.loads(self.expect(DONE, "solve", stages, "863254701", "--to", goal, "--json").out)
        self.assertEqual((answer["why"], answer["detour"], answer["shortest"]), ("detour", 2, False))
        # A table of all tiles has none.
        for more in ([], ["--optimal"]):
            result = self.expect(DONE, "solve", self.tables, board, "--to", goal, *more)
            self.assertEqual(result.out.split()[0], "4")
            self.assertNotIn("corner", result.err)
        answer = json.loads(self.expect(DONE, "solve", self.tables, board, "--to", goal, "--json").out)
        self.assertEqual((answer["moves"], answer["detour"], answer["shortest"]), (4, 0, True))
        self.assertEqual(self.expect(DONE, "solve", self.tables, board, "--to", "1 2 3 8 4 7 6 5 0").err, "")


class BadPlans(CommandTest):
    def test_are_refused_with_the_reason(self):
        for plan, *says in (
                ("1-4", "leaves out 5-15", "end the plan with /rest"),
                ("1,3-15", "leaves out 2"),
                ("1-4/4/rest", "stage 2 repeats tile 4"),
                ("1-4,2/rest", "stage 1: repeats tile 2"),
                ("1-16", "'1-16' names no tiles; they are 1 to 15 on a 4x4 board"),
                ("0/rest", "they are 1 to 15"),
                ("1-4/99/rest", "stage 2: '99' names no tiles"),
                ("4-1/rest", "'4-1' names no tiles"),
                ("", "stage 1 is empty"),
                ("1-4//rest", "stage 2 is empty"),
                ("1-15/rest", "'rest' is empty"),
                ("rest/1", "stage 2 repeats tile 1"),
                ("one/rest", "'one' is not a tile or a range"),
                ("1-4/rest/", "stage 3 is empty"),
                ("ladder", "no preset is named ladder; expected tiny", "ladder:L"),
                ("ladder:0", "expected ladder:L with L from 1 to 15"),
                ("ladder:16", "expected ladder:L with L from 1 to 15"),
                ("ladder:x", "expected ladder:L")):
            with self.subTest(plan):
                self.expect(USAGE, "build", "-o", self.directory / "tables", "--plan", plan,
                            says=[f"plan '{plan}': ", *says])
        self.expect_only()

    def test_too_large_ones_are_refused_with_the_figures(self):
        for arguments, *says in (
                (["--plan", "rest"], "{1-15}|{}", "MB"),
                (["--board", "8x8", "--plan", "rest"], "{1-63}|{}", "states"),
                (["--plan", "1-4/rest", "--memory", "1MB"], "MB of memory", "the limit is 1.0 MB",
                 "raise --memory")):
            with self.subTest(arguments=arguments):
                self.expect(INPUT_FAILED, "build", "-o", self.directory / "tables", *arguments,
                            says=["choose a plan with smaller stages", *says])
        self.expect_only()

    def test_enough_memory_is_enough(self):
        build = ["build", "-o", self.directory / "tables", *(["--plan", "ladder:3"] if SANITIZED else [])]
        needed = json.loads(self.expect(DONE, *build, "--dry-run", "--json").out)["memory_bytes"]
        self.expect(INPUT_FAILED, *build, "--memory", needed - 1, says="the limit is")
        self.expect(DONE, *build, "--memory", needed)


COUNT = "expected a count"
SIZE = "expected a size"
TIME = "expected a time"
BEYOND_64_BITS = "18446744073709551616"


class Quantities(CommandTest):
    def setUp(self):
        super().setUp()
        self.tables = self.build("--board", "3x3", "--plan", "rest")
        self.both = self.build("--board", "3x3", "--plan", "ladder:2 + pattern:4-4", name="both")

    def refused(self, says, *arguments):
        with self.subTest(arguments=arguments):
            self.expect(USAGE, *arguments, says=[arguments[-2], arguments[-1], says])

    def all_refused(self, says, values, options):
        """Every value in the first option, and the first and the last one in every option."""
        for i, arguments in enumerate(options):
            for value in values if i == 0 else (values[0], values[-1]):
                self.refused(says, *arguments, value)

    def test_a_count_is_digits(self):
        values = ("-1", "1.5", "0x10", "1e3", "nan", BEYOND_64_BITS)
        self.all_refused(COUNT, values, (
            ("solve", self.tables, "--random"), ("solve", self.tables, "--seed"),
            ("solve", self.both, "--optimal", "--nodes"),
            ("scramble", self.tables, "--moves", "5", "--count"),
            ("scramble", self.tables, "--moves", "5", "--seed"),
            ("bench", self.tables, "--boards"), ("bench", self.tables, "--rounds"),
            ("bench", self.tables, "--threads"), ("verify", self.tables, "--threads"),
            ("build", "-o", self.directory / "new", "--threads"), ("compare", "--nodes"),
            ("compare", "--seed"), ("report", "paper", "--boards"),
            ("report", "quality", self.tables, "--boards"), ("serve", self.tables, "--max-boards")))

    def test_a_count_is_never_octal(self):
        lines = self.expect(DONE, "solve", self.tables, "--random", "017").out.splitlines()
        self.assertEqual(len(lines), 17)

    def test_a_size_may_have_decimals_and_units(self):
        plan = ("plan", "--board", "2x2", "--effort", "0", "--json", "--budget")
        for text, size in (("47000", 47000), ("047000", 47000), ("47.5kB", 47500),
                           ("64KB", 64000), ("64KiB", 65536), ("4.7MB", 4700000),
                           ("0.5MiB", 1 << 19)):
            with self.subTest(text):
                budget = json.loads(self.expect(DONE, *plan, text).out)["budget_bytes"]
                self.assertEqual(budget, size)

    def test_a_size_that_cannot_be_meant_is_refused(self):
        values = ("-1", "much", "1e9", "0x10", "nan", "0", BEYOND_64_BITS, "99999999TB")
        self.all_refused(SIZE, values, (
            ("build", "-o", self.directory / "new", "--memory"), ("plan", "--budget"),
            ("compare", "--memory"), ("serve", self.both, "--max-head-bytes")))

    def test_a_time_may_have_decimals_and_units(self):
        for text in ("10", "10s", "0.2min", "10000ms", "1h", "1000000h"):
            with self.subTest(text):
                self.expect(DONE, "solve", self.both, "--optimal", "--random", "1", "--time", text)
                self.expect(DONE, "compare", "--boards", "3x3:1", "--solvers", "greedy", "--time", text)
        for text in ("2000", "20us", "1.5ms", "0.01s", "24h"):
            with self.subTest(text):
                self.expect(DONE, "solve", self.both, "--random", "1", "--effort", text)

    def test_a_time_that_cannot_be_meant_is_refused(self):
        values = ("-1", "soon", "9.3e9", "9300000000", "9223372036s", "nan", "inf", BEYOND_64_BITS)
        self.all_refused(TIME, values, (
            ("solve", self.both, "--optimal", "--time"), ("compare", "--time"),
            ("serve", self.tables, "--idle-time"), ("serve", self.tables, "--watch-time")))
        for value in ("9223372036s", "-1", "1.5", "nan", "1x", BEYOND_64_BITS):
            self.expect(USAGE, "solve", self.tables, "--random", "1", "--effort", value,
                        says=[f"effort '{value}'", "a number of boards", "a time up to 24h"])

    def test_a_setting_of_the_service_follows_the_same_rule(self):
        config = self.directory / "serve.conf"
        for value in ("nan", "-1", "9.3e9"):
            config.write_text(f"idle-time = {value}\n", encoding="utf-8")
            self.expect(USAGE, "serve", self.tables, "--config", config, says=["idle-time", TIME])
            self.expect(USAGE, "serve", self.tables, env={**os.environ, "TILEBASE_IDLE_TIME": value},
                        says=["--idle-time", TIME])

    def test_one_node_is_about_one_node(self):
        for threads in ("1", "2"):
            answer = json.loads(self.expect(
                DONE, "solve", self.both, "--optimal", "--nodes", "1", "--threads", threads,
                "--json", "8 6 7 2 5 4 3 0 1").out)
            self.assertFalse(answer["shortest"])
            self.assertLessEqual(answer["looked_at"], 4)


if __name__ == "__main__":
    unittest.main()
