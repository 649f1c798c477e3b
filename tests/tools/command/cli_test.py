# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""What the command promises to people and scripts.

Usage: cli_test.py [long]   with what takes gigabytes
"""

import csv
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import unittest

from command import DONE, FILE, INPUT_FAILED, REFERENCE, SANITIZED, TILEBASE, TIMEOUT, USAGE, CommandTest, run, \
    start
import puzzle

LONG = "long" in sys.argv[1:]
SOLVED = puzzle.text(puzzle.solved())
PAPER = "15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5"  # figure 1
PAPER_BOARD = [15, 10, 0, 13, 11, 4, 1, 12, 3, 7, 9, 8, 2, 14, 6, 5]


class Solve(CommandTest):
    def setUp(self):
        super().setUp()
        self.tables = self.build()

    def expect_solution(self, line, board):
        count, actions = line.split(" ")
        self.assertEqual(int(count), len(actions))
        self.assertEqual(puzzle.replay(board, actions), puzzle.solved())

    def test_solves_the_board_of_the_paper(self):
        result = self.expect(DONE, "solve", self.tables, PAPER)
        self.assertRegex(result.out, r"^\d+ [LRUD]+\n$")
        self.expect_solution(result.out.rstrip("\n"), PAPER_BOARD)
        self.assertEqual(result.err, "")

    def test_a_solved_board_needs_no_action(self):
        self.assertEqual(self.expect(DONE, "solve", self.tables, SOLVED).out, "0 \n")

    def test_an_action_is_the_direction_in_which_a_tile_slides(self):
        for action in "RD":
            board = puzzle.replay(puzzle.solved(), action)
            back = {"R": "L", "D": "U"}[action]
            result = self.expect(DONE, "solve", self.tables, puzzle.text(board))
            self.assertEqual(result.out, f"1 {back}\n")

    def test_reads_every_form_of_a_board(self):
        forms = [PAPER, PAPER.replace("_", "0"), PAPER.replace("_", "16"),
                 PAPER.replace(" ", ","), PAPER.replace(" / ", "/"), PAPER.replace(" / ", "\n"),
                 PAPER.replace(" ", "  "), "\t" + PAPER.replace("/", "\t") + "\r\n",
                 PAPER.replace(" 1 ", " 01 ")]
        lines = self.expect(DONE, "solve", self.tables, *forms).out.splitlines()
        self.assertEqual(len(lines), len(forms))
        self.assertEqual(set(lines), {lines[0]})

    def test_reads_boards_of_at_most_nine_cells_as_one_word(self):
        eight = self.build("--board", "3x3", name="3x3")
        lines = self.expect(DONE, "solve", eight, "42_713856", "420713856", "429713856",
                            "4 2 _ 7 1 3 8 5 6").out.splitlines()
        self.assertEqual(set(lines), {lines[0]})
        count, actions = lines[0].split(" ")
        self.assertEqual(puzzle.replay([4, 2, 0, 7, 1, 3, 8, 5, 6], actions, (3, 3)),
                         puzzle.solved((3, 3)))
        self.assertEqual(int(count), len(actions))

    def test_reads_one_board_a_line_and_answers_in_order(self):
        boards = list(puzzle.random_boards(50, seed=1))
        for text in ("\n".join(map(puzzle.text, boards)),  # the last line may lack its end
                     "".join(puzzle.text(board) + "\r\n" for board in boards)):
            lines = self.expect(DONE, "solve", self.tables, "-", input=text).out.splitlines()
            self.assertEqual(len(lines), len(boards))
            for line, board in zip(lines, boards):
                self.expect_solution(line, board)

    def test_a_bad_line_is_answered_in_its_place_and_the_rest_goes_on(self):
        result = self.expect(INPUT_FAILED, "solve", self.tables, "-",
                             input=f"{SOLVED}\nnonsense\n,,\n{SOLVED}\n")
        lines = result.out.splitlines()
        self.assertEqual(lines[0], "0 ")
        self.assertRegex(lines[1], r"^error: 'nonsense' .*expected 16 numbers")
        self.assertRegex(lines[2], r"^error: empty board; expected 16 numbers")
        self.assertEqual(lines[3:], ["0 "])

    def test_answers_whoever_waits_before_writing_on(self):
        process = start("solve", self.tables, "-", stdin=subprocess.PIPE)
        self.addCleanup(process.kill)
        for _ in range(3):
            process.stdin.write(SOLVED + "\n")
            process.stdin.flush()
            self.assertEqual(process.stdout.readline(), "0 \n")
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, DONE)

    def test_leads_to_any_board(self):
        goal = puzzle.replay(PAPER_BOARD, "LUR")  # the blank in no corner
        for options in ((), ("--effort", "500")):
            out = self.expect(DONE, "solve", self.tables, "--random", "20", "--draw", "--to",
                              puzzle.text(goal), *options).out
            lines = [line for line in out.splitlines() if line[0].isdigit()]
            drawn = [[int(word) for word in piece.replace("     ", " 0 ").split() if word.isdigit()]
                     for piece in re.split(r"\n\d+ [LRUD]*\n", out.replace("|", " "))[:-1]]
            self.assertEqual(len(lines), 20)
            for board, line in zip(drawn, lines):
                count, actions = line.split()
                self.assertEqual(int(count), len(actions))
                self.assertEqual(puzzle.replay(board, actions), goal)
        swapped = PAPER.replace("15 10", "10 15")
        refused = self.expect(INPUT_FAILED, "solve", self.tables, swapped, "--to", PAPER)
        self.assertRegex(refused.out, "^error: no moves lead from this board to that goal: .* "
                                      "swap any two tiles of one of them, for example 10 and 15$")
        self.expect(USAGE, "solve", self.tables, PAPER, "--to", "1 2 3", says="--to")
        self.expect(USAGE, "solve", self.tables, PAPER, "--to", PAPER, "--goal", "blank-first")

    def test_json_is_one_object_a_line(self):
        result = self.expect(INPUT_FAILED, "solve", self.tables, "--json", PAPER, "bad", SOLVED)
        answer, bad, none = map(json.loads, result.out.splitlines())
        self.assertEqual(answer["moves"], len(answer["actions"]))
        self.assertEqual(puzzle.replay(PAPER_BOARD, answer["actions"]), puzzle.solved())
        self.assertIn("expected 16 numbers", bad["error"])
        self.assertEqual((none["moves"], none["actions"]), (0, ""))
        # After the moves of a stage, its tiles and those of all earlier stages are home.
        self.assertEqual(sum(stage["moves"] for stage in answer["stages"]), answer["moves"])
        done = 0
        for stage in answer["stages"]:
            done += stage["moves"]
            board = puzzle.replay(PAPER_BOARD, answer["actions"][:done])
            for tile in stage["goal"] + stage["fixed"]:
                self.assertEqual(board[tile - 1], tile)

    def test_random_boards_are_the_same_from_the_same_seed(self):
        def boards(*arguments):
            return self.expect(DONE, "solve", self.tables, "--random", 20, *arguments).out

        self.assertEqual(len(boards().splitlines()), 20)
        self.assertEqual(boards("--seed", 5), boards("--seed", 5))
        self.assertNotEqual(boards("--seed", 5), boards("--seed", 6))

    def test_less_memory_than_the_tables_need_changes_no_answer(self):
        for store in ("zstd", "raw"):
            tables = self.build("--plan", "1-5/6-8/rest", "--store", store, name=store)
            answers = [self.expect(DONE, "solve", tables, PAPER, *memory).out
                       for memory in ([], ["--memory", "1.2MB"], ["--memory", "100GB"])]
            self.assertEqual(len(set(answers)), 1, answers)
        refused = self.expect(INPUT_FAILED, "solve", self.directory / "zstd", PAPER, "--memory",
                              "1kB")
        self.assertIn("memory", refused.err)
        answers = [self.expect(DONE, "solve", self.directory / "zstd", PAPER, "--effort", 20000,
                               *memory).out for memory in ([], ["--memory", "1.2MB"])]
        self.assertEqual(*answers)

    def test_draws_the_board(self):
        out = self.expect(DONE, "solve", self.tables, "--draw", PAPER).out
        self.assertIn("| 15 | 10 |    | 13 |\n", out)


class Scramble(CommandTest):
    def moves_of(self, tables, boards):
        lines = self.expect(DONE, "solve", tables, "-", input=boards).out.splitlines()
        return [int(line.split(" ")[0]) for line in lines]

    def test_makes_boards_that_solve_reads(self):
        tables = self.build()
        for moves, low, high in (("110..120", 110, 120), ("9", 9, 9), ("0", 0, 0), ("30..31", 30, 31)):
            with self.subTest(moves=moves):
                made = self.expect(DONE, "scramble", tables, "--moves", moves, "--count", 20,
                                   says="boards by the length of this set's own solution")
                found = self.moves_of(tables, made.out)
                self.assertEqual(len(found), 20)
                self.assertTrue(all(low <= moves <= high for moves in found), found)

    def test_json_tells_the_moves_and_what_they_are(self):
        for tables, optimal in ((self.build(name="staged"), False),
                                (self.build("--board", "3x3", "--plan", "rest", name="whole"),
                                 True)):
            made = self.expect(DONE, "scramble", tables, "--moves", "12..28", "--count", 10, "--json")
            boards = list(map(json.loads, made.out.splitlines()))
            self.assertEqual([list(board) for board in boards], [["board", "moves", "optimal", "uniform"]] * 10)
            self.assertEqual({board["optimal"] for board in boards}, {optimal})
            text = "".join(board["board"] + "\n" for board in boards)
            self.assertEqual(self.moves_of(tables, text), [board["moves"] for board in boards])
            plain = self.expect(DONE, "scramble", tables, "--moves", "12..28", "--count", 10)
            self.assertEqual(plain.out, text)

    def test_says_how_likely_each_board_is(self):
        tables = self.build()
        self.expect(DONE, "scramble", tables, "--moves", "120", says="every one as likely")
        self.expect(DONE, "scramble", tables, "--moves", "5", says="from random walks from the goal")

    def test_boards_of_a_size_need_no_windows(self):
        board = self.expect(DONE, "scramble", self.build(), "--board", "4x4").out
        self.expect(DONE, "solve", self.build(), board)

    def test_the_same_seed_makes_the_same_boards(self):
        tables = self.build()

        def boards(*arguments):
            return self.expect(DONE, "scramble", tables, "--moves", "110..120", *arguments).out

        self.assertEqual(boards("--count", 5).splitlines()[:3], boards("--count", 3).splitlines())
        self.assertNotEqual(boards("--seed", 5), boards("--seed", 6))

    def test_what_cannot_be_made_is_told(self):
        eight = self.build("--board", "3x3", "--plan", "rest", name="whole")
        staged = self.build("--board", "3x3", name="staged")
        for code, tables, moves, says in (
                (INPUT_FAILED, eight, "32..40", "the greatest of this size is 31; ask for 0 to 31"),
                (INPUT_FAILED, staged, "900", "no board of 900 moves, by the length of this set's own solution, was met"),
                (USAGE, eight, "20..10", "expected a number of moves or a range such as 30..40"),
                (USAGE, eight, "-1", "expected a number of moves"),
                (USAGE, eight, "20..", "expected a number of moves"),
                (USAGE, eight, "many", "expected a number of moves"),
                (FILE, self.directory / "none", "5", "none")):
            with self.subTest(moves=moves):
                self.expect(code, "scramble", tables, f"--moves={moves}", says=says)
                error = run("scramble", tables, f"--moves={moves}", "--json").out
                self.assertIn(says, json.loads(error)["error"])
        self.expect(USAGE, "scramble", eight, "--moves", "5", "--count", "0",
                    says="--count: '0': expected a count of at least 1")
        self.expect(USAGE, "scramble", eight, says="expected --moves")


class Probe(CommandTest):
    def setUp(self):
        super().setUp()
        self.tables = self.build()

    def probe(self, *arguments):
        return json.loads(self.expect(DONE, "probe", self.tables, "--json", *arguments).out)

    def test_tells_the_stage_and_the_depth_after_each_action(self):
        answer = self.probe(PAPER)
        self.assertEqual((answer["stage"], answer["goal"], answer["fixed"]), (0, [1], []))
        after = [(entry["action"], entry["remaining"]) for entry in answer["actions"]]
        self.assertEqual({action for action, _ in after}, set("LRU"))  # the blank is in the top row
        self.assertEqual(after[0], (answer["action"], answer["remaining"] - 1))
        self.assertEqual([depth for _, depth in after], sorted(depth for _, depth in after))
        for action, depth in after:
            board = puzzle.replay(PAPER_BOARD, action)
            self.assertEqual(self.probe(puzzle.text(board))["remaining"], depth)

    def test_a_solved_board_has_no_action(self):
        answer = self.probe(SOLVED)
        self.assertTrue(answer["solved"])
        self.assertEqual((answer["remaining"], answer["action"], answer["actions"]), (0, None, []))
        self.assertIn("solved\n", self.expect(DONE, "probe", self.tables, SOLVED).out)

    def test_a_subproblem_may_be_asked_for(self):
        board = "1 2 4 3 5 7 6 8 9 10 11 12 13 14 15 0"
        answer = self.probe("--goal", "3,4", "--fixed", "1,2", board)
        self.assertEqual((answer["goal"], answer["fixed"]), ([3, 4], [1, 2]))
        self.assertGreater(answer["remaining"], 0)
        # {4}|{1,2,3} cannot be solved while tile 4 is below its place.
        below = "1 2 3 _ 5 6 7 4 9 10 12 8 13 14 11 15"
        self.assertEqual(self.probe("--goal", "4", "--fixed", "1-3", below)["remaining"], 1)
        apart = "1 2 3 _ 4 6 7 8 5 10 11 12 9 13 15 14"
        self.assertEqual(self.probe("--goal", "4", "--fixed", "1-3", apart)["remaining"], None)

    def test_what_cannot_be_answered_is_told(self):
        for code, arguments, says in (
                (INPUT_FAILED, ["nonsense"], "expected 16 numbers"),
                (INPUT_FAILED, [SOLVED.replace("14 15", "15 14")], "cannot be solved"),
                (INPUT_FAILED, ["--goal", "9", PAPER], "has no table for {9}|{}"),
                (INPUT_FAILED, ["--goal", "3,4", "--fixed", "1,2", PAPER], "is not home on this board"),
                (USAGE, ["--goal", "16", PAPER], "--goal '16' names no tiles; they are 1 to 15"),
                (USAGE, ["--fixed", "1", PAPER], "--fixed needs --goal")):
            with self.subTest(arguments=arguments):
                self.expect(code, "probe", self.tables, *arguments, says=says)
                error = run("probe", self.tables, "--json", *arguments).out
                self.assertIn(says, json.loads(error)["error"])


class Info(CommandTest):
    def test_agrees_with_the_reference_in_every_row(self):
        info = json.loads(self.expect(DONE, "info", self.build(), "--json").out)
        tables = {(tuple(t["goal"]), tuple(t["fixed"])): t for t in info["tables"]}
        with open(REFERENCE / "local_value_iteration_subproblems.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), len(tables))
        for row in rows:
            goal, fixed = (tuple(map(int, row[name].split())) for name in ("goal_tiles",
                                                                           "fixed_tiles"))
            table = tables[goal, fixed]
            self.assertEqual(table["states"], int(row["placements"]))
            # A table that ranks half of the placements counts only those.
            self.assertEqual(table["reachable"], int(row["reachable_states"]))
            self.assertEqual(table["max_depth"], int(row["max_actions"]))
            self.assertAlmostEqual(table["mean_depth"], float(row["mean_actions_over_reachable"]),
                                   delta=0.00006)

    def test_certifies_the_worst_case(self):
        info = json.loads(self.expect(DONE, "info", self.build(), "--json").out)
        self.assertEqual(info["certified_worst_case"], 288)
        worst = 0
        for stage in info["stages"]:
            first, count = stage["first_table"], stage["tables"]
            worst += max(table["max_depth"] for table in info["tables"][first:first + count])
        self.assertEqual(worst, 288)

    def test_describes_the_file(self):
        path = self.build("--board", "3x4", "--plan", "1-3/rest", "--store", "raw")
        info = json.loads(self.expect(DONE, "info", path, "--json").out)
        self.assertEqual((info["format"], info["board"], info["plan"]), (3, "3x4", "1-3/4-11"))
        self.assertEqual(info["file_bytes"], path.stat().st_size)
        for table in info["tables"]:
            self.assertEqual(sum(table["histogram"]), table["reachable"])
            self.assertEqual(len(table["histogram"]), table["max_depth"] + 1)
            self.assertLessEqual(table["reachable"], table["entries"])
            self.assertGreater(table["stored_bytes"], 0)
        self.assertIn("3x4 board, plan 1-3/4-11", self.expect(DONE, "info", path).out)


class Verify(CommandTest):
    def test_says_how_many_entries_are_right(self):
        tables = self.build()
        self.assertRegex(self.expect(DONE, "verify", tables).out,
                         r"all \d+ entries of 27 tables are right\n")
        verdict = json.loads(self.expect(DONE, "verify", tables, "--json").out)
        self.assertTrue(verdict["ok"])
        self.assertEqual([table["ok"] for table in verdict["tables"]], [True] * 27)


class Bench(CommandTest):
    def test_prints_every_way_to_solve(self):
        tables = self.build()
        result = self.expect(DONE, "bench", tables, "--boards", "300", "--rounds", "1")
        for text in ("plain walk", "solve", "solve_batch", "open:", "memory:", "p99.9 us"):
            self.assertIn(text, result.out)
        report = json.loads(self.expect(DONE, "bench", tables, "--boards", "300", "--rounds", "1",
                                        "--json").out)
        self.assertEqual([(row["name"], row["threads"]) for row in report["rows"]],
                         [("plain walk", 1), ("solve", 1), ("solve_batch", 1), ("solve", 2),
                          ("solve_batch", 2)])
        single = report["rows"][1]
        self.assertLessEqual(0, single["p50_us"])
        self.assertLessEqual(single["p50_us"], single["p99_us"])
        self.assertLessEqual(single["p999_us"], single["worst_us"])
        self.assertGreater(report["mean_moves"], 100)
        self.assertIn("thread_scaling", report)

    def test_one_board_is_told_as_one(self):
        tables = self.build()
        self.assertIn("; 1 random board, ",
                      self.expect(DONE, "bench", tables, "--boards", "1", "--rounds", "1").out)
        self.assertIn("; 1 random board, ",
                      self.expect(DONE, "bench", tables, "--boards", "1", "--effort", "5").out)

    def test_refuses_what_cannot_be_measured(self):
        self.expect(FILE, "bench", self.directory / "none", says="none")
        self.expect(USAGE, "bench", self.build(), "--boards", "0",
                    says="--boards: '0': expected a count of at least 1")


class Build(CommandTest):
    def test_makes_every_kind_of_table_set(self):
        for arguments in (["--board", "2x2"], ["--board", "3x3", "--plan", "rest"],
                          ["--board", "5x3", "--plan", "ladder:2"],
                          ["--board", "3x3", "--method", "value-iteration"],
                          ["--plan", "ladder:3", "--store", "raw", "--threads", "1"],
                          ["--plan", "1-4/5,9,13/rest"]):
            with self.subTest(arguments=arguments):
                self.expect(DONE, "verify", self.build("--force", *arguments))
                self.expect_only("tables")

    def test_threads_do_not_change_a_byte(self):
        one = self.build("--plan", "ladder:4", "--threads", "1", name="one").read_bytes()
        for threads in (2, 3, 7):
            other = self.build("--plan", "ladder:4", "--threads", str(threads), "--force")
            self.assertEqual(one, other.read_bytes())

    def test_a_dry_run_makes_nothing(self):
        path = self.directory / "tables"
        out = self.expect(DONE, "build", "-o", path, "--dry-run", "--plan", "1-6/rest").out
        for text in ("plan 1-6/7-15 on 4x4", "memory: ", "disk: "):
            self.assertIn(text, out)
        event = json.loads(self.expect(DONE, "build", "-o", path, "--dry-run", "--json").out)
        self.assertEqual((event["event"], event["plan"]), ("plan", "1-4/5,9,13/6-8,10-12,14-15 + values:pairs"))
        self.assertGreater(event["memory_bytes"], 0)
        self.expect_only()

    def test_json_tells_what_happens(self):
        path = self.directory / "tables"
        out = self.expect(DONE, "build", "-o", path, "--plan", "ladder:1", "--json").out
        events = list(map(json.loads, out.splitlines()))
        self.assertEqual(events[0]["event"], "plan")
        self.assertEqual(sum(event["event"] == "table" for event in events), 27)
        self.assertEqual(events[-1]["event"], "done")
        self.assertEqual(events[-1]["certified_worst_case"], 288)
        self.assertEqual(events[-1]["file_bytes"], path.stat().st_size)
        out = self.expect(FILE, "build", "-o", path, "--plan", "ladder:1", "--json").out
        error = json.loads(out.splitlines()[-1])
        self.assertEqual(error["event"], "error")
        self.assertIn("exists", error["error"])


class Usage(CommandTest):
    def test_every_command_explains_itself(self):
        self.assertIn("build", self.expect(DONE, "--help").out)
        self.assertRegex(self.expect(DONE, "--version").out, r"^\d+\.\d+\.\d+\n$")
        for command in ("build", "solve", "scramble", "probe", "info", "verify"):
            self.assertIn(f"tilebase {command} ", self.expect(DONE, command, "--help").out)

    def test_a_wrong_command_line_is_told(self):
        tables = self.directory / "tables"
        for arguments, says in (
                ([], "no command given; expected one of build, solve"),
                (["bild"], "'bild' is not a command; did you mean build?"),
                (["--random", "1"], "'--random' is an option of solve, which comes first: tilebase solve ... --random"),
                (["--nonsense"], "'--nonsense' is not a command; expected one of build, solve"),
                (["scramble", tables, "--random", "2"],
                 "'--random' is no option of scramble; did you mean --count?"),
                (["serve", tables, "--port", "80"],
                 "'--port' is no option of serve; did you mean --listen?"),
                (["solve", PAPER], f"'{PAPER}' is a board; expected a table file, and the board after"),
                (["hint", "[1,2,3,4,5,6,7,0,8]"], "is a board; expected a table file"),
                (["version"], "'version' is not a command; did you mean --version?"),
                (["solve", tables, "--efort", "2"], "did you mean --effort?"),
                (["solve", tables, "--random", "1", "--board", ""],
                 "--board: expected WIDTHxHEIGHT, such as 5x5"),
                (["build"], "-o: expected the name of the file to make; see 'tilebase build --help'"),
                (["build", "-o", ""], "-o: expected the name of the file to make"),
                (["build", "-o", tables, "--nonsense"], "--nonsense"),
                (["build", "-o", tables, "--board", "4by4"], "expected WIDTHxHEIGHT"),
                (["build", "-o", tables, "--board", "9x9"], "each from 2 to 8"),
                (["build", "-o", tables, "--threads", "0"], "'0': expected a count from 1 to 256"),
                (["build", "-o", tables, "--method", "magic"], "expected one of retrograde, value-iteration"),
                (["build", "-o", tables, "--store", "xz"], "expected one of zstd, quick, raw"),
                (["build", "-o", tables, "--memory", "-1"], "expected a size such as 500MB"),
                (["build", "-o", tables, "--memory", "much"], "expected a size such as 500MB"),
                (["solve", self.build(name="some")], "no board given"),
                (["probe", tables], "BOARD is required"),
                (["info"], "FILE is required")):
            with self.subTest(arguments=arguments):
                self.expect(USAGE, *arguments, says=says)
        self.expect_only("some")


class Hints(CommandTest):
    """Asked board by board they lead home: also with the tables where probes alone go in circles."""

    def setUp(self):
        super().setUp()
        self.tables = self.build("--plan", "ladder:1")

    def test_lead_home(self):
        boards = puzzle.random_boards(100 if SANITIZED else 1000, seed=18)
        most = json.loads(self.expect(DONE, "info", self.tables, "--json").out)["certified_worst_case"]
        process = start("hint", self.tables, "-", stdin=subprocess.PIPE)
        self.addCleanup(process.kill)
        asked = []
        for board in boards:
            taken = ""
            while True:
                asked.append([puzzle.text(board)])
                process.stdin.write(asked[-1][0] + "\n")
                process.stdin.flush()
                hint = process.stdout.readline().rstrip("\n")
                asked[-1].append(hint)
                if hint == "solved":
                    break
                self.assertRegex(hint, r"^[LRUD] --goal \S+( --fixed \S+)?$")
                taken += hint[0]
                board = puzzle.replay(board, hint[0])
            self.assertLessEqual(len(taken), most)
            self.assertEqual(board, puzzle.solved())
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, DONE)
        # Nothing is kept between two boards: in another order they have the same hints.
        random.Random(18).shuffle(asked)
        hints = self.expect(DONE, "hint", self.tables, "-", input="".join(board + "\n" for board, _ in asked)).out
        self.assertEqual(hints.splitlines(), [hint for _, hint in asked])

    def test_lead_home_with_the_last_options(self):
        most = json.loads(self.expect(DONE, "info", self.tables, "--json").out)["certified_worst_case"]
        # A start for each hint.
        board = puzzle.replay(puzzle.solved(), "RRRDDDLUR") if SANITIZED else next(puzzle.random_boards(1, seed=18))
        options = []
        for _ in range(most + 1):
            hint = self.expect(DONE, "hint", self.tables, puzzle.text(board), *options).out.split()
            if hint == ["solved"]:
                break
            options = hint[1:]
            board = puzzle.replay(board, hint[0])
        self.assertEqual(board, puzzle.solved())

    def test_in_json_are_as_probe_says_it(self):
        hint = json.loads(self.expect(DONE, "hint", self.tables, PAPER, "--json").out)
        self.assertEqual(hint, json.loads(self.expect(DONE, "probe", self.tables, PAPER, "--json").out))
        self.assertEqual((hint["goal"], hint["fixed"]), ([1], []))

    def test_of_a_bad_board_is_an_error_in_its_place(self):
        result = self.expect(INPUT_FAILED, "hint", self.tables, "-", input=f"{SOLVED}\n1 2\n{SOLVED}\n")
        lines = result.out.splitlines()
        self.assertEqual((lines[0], lines[2]), ("solved", "solved"))
        self.assertRegex(lines[1], "^error: 2 numbers")

    def test_what_cannot_be_answered_is_told(self):
        for code, arguments, says in (
                (INPUT_FAILED, ["nonsense"], "expected 16 numbers"),
                (INPUT_FAILED, [SOLVED.replace("14 15", "15 14")], "cannot be solved"),
                (INPUT_FAILED, ["--goal", "9", PAPER], "has no table for {9}|{}"),
                (USAGE, ["--goal", "16", PAPER], "--goal '16' names no tiles"),
                (USAGE, ["--fixed", "1", PAPER], "--goal")):
            with self.subTest(arguments=arguments):
                self.expect(code, "hint", self.tables, *arguments, says=says)
                self.assertIn(says, json.loads(run("hint", self.tables, "--json", *arguments).out)["error"])


class SmallStack(CommandTest):
    @unittest.skipIf(SANITIZED, "sanitizers need more")
    def test_is_made_larger_or_told(self):
        def solve(soft, hard):
            # Started by a shell: a Python with that stack might not start anything.
            return subprocess.run(
                ["sh", "-c", f"ulimit -S -s {soft} && ulimit -H -s {hard} && exec \"$@\"", "sh", TILEBASE,
                 "solve", self.build(), SOLVED], capture_output=True, text=True, timeout=TIMEOUT)

        self.assertEqual(solve(64, 8192).stdout, "0 \n")
        result = solve(64, 64)
        self.assertEqual((result.returncode, result.stdout), (INPUT_FAILED, ""))
        self.assertIn("a stack of 64 KB is allowed, and 256 KB are needed", result.stderr)


class LongEffort(CommandTest):
    def setUp(self):
        super().setUp()
        self.tables = self.build()
        self.line = ["solve", self.tables, "--random", "2"]
        self.by_lookup = self.moves(self.expect(DONE, *self.line).out)

    def moves(self, out):
        return [int(line.split()[0]) for line in out.splitlines()]

    def wait_until_it_catches(self, process, number):
        """Until a signal asks it to stop, and does not end it."""
        caught = 0
        while caught >> (number - 1) & 1 == 0:
            self.assertIsNone(process.poll())
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
            caught = int(re.search(r"SigCgt:\s*(\w+)", status)[1], 16)

    def test_ctrl_c_prints_the_best_solution_found(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = start(*self.line, "--effort", "1h")
            self.wait_until_it_catches(process, number)
            process.send_signal(number)
            out, err = process.communicate(timeout=TIMEOUT)
            self.assertEqual(process.returncode, INPUT_FAILED)
            self.assertIn("stopped; the last line has the best solution found until then", err)
            self.assertIn(len(out.splitlines()), (0, 1))  # 0: it came before the first board
            for moves, most in zip(self.moves(out), self.by_lookup):
                self.assertLessEqual(moves, most)

    @unittest.skipIf(SANITIZED, "sanitizers take all of the address space")
    def test_without_memory_prints_the_best_solution_found(self):
        limit = 300 << 20
        result = run(*self.line, "--effort", "1h", preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_AS, (limit, limit)))
        self.assertEqual(result.code, DONE, result.err)
        for moves, most in zip(self.moves(result.out), self.by_lookup, strict=True):
            self.assertLess(moves, most)

    @unittest.skipUnless(LONG, "takes 2 GB")
    def test_ends_with_the_best_solution_at_two_gigabytes(self):
        # This search fills its memory first.
        tables = self.build("--plan", "fitted", "--metric", "mtm", name="runs")
        by_lookup = json.loads(self.expect(DONE, "solve", tables, "--random", "1", "--json").out)
        process = start("solve", tables, "--random", "1", "--effort", "1h", "--json")
        answer = json.loads(process.stdout.read())
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, DONE, process.stderr.read())
        self.assertLess(answer["runs"], by_lookup["runs"])
        self.assertGreater(usage.ru_maxrss, 10**6)  # KB
        self.assertLess(usage.ru_maxrss, 2.4 * 10**6)


if __name__ == "__main__":
    unittest.main(argv=[word for word in sys.argv if word != "long"])
