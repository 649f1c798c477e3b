# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""tilebase compare: one table, a solver a row, on boards of one's choice; and what it refuses."""

import json
import signal
import unittest

from command import DONE, FILE, INPUT_FAILED, REFERENCE, TIMEOUT, USAGE, CommandTest, run, start

EXAMPLE = "1234_5678\n"
# Far from the goal.
HARD = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"


class Compare(CommandTest):
    def compare(self, *arguments, code=DONE, **options):
        """The rows by solver, from --json."""
        result = self.expect(code, "compare", "--json", *arguments, **options)
        return {row["solver"]: row for row in json.loads(result.out)["rows"]}

    def file(self, text, name="boards.txt"):
        path = self.directory / name
        path.write_text(text, encoding="utf-8")
        return path


class Rows(Compare):
    def test_have_the_figures_of_the_examples(self):
        rows = self.compare("--boards", "3x3:-", "--solvers", "bfs,astar,wastar", "--ratio", "2,3",
                            input=EXAMPLE)
        figures = {name: (row["mean_moves"], row["mean_gap"], row["mean_expanded"])
                   for name, row in rows.items()}
        self.assertEqual(figures, {
            "bfs": (14, 0, 2390), "astar:manhattan": (14, 0, 127),
            "wastar:manhattan ratio 2": (14, 0, 89), "wastar:manhattan ratio 3": (14, 0, 109)})

    def test_of_table_sets_solve_by_lookup_and_lend_their_patterns(self):
        tables = self.build("--board", "3x3", "--plan", "1-8 + pattern:4-4")
        patterns = self.build("--board", "3x3", "--plan", "pattern:5-3", name="patterns")
        rows = self.compare(tables, patterns, "--boards", "3x3:200", "--solvers",
                            "astar:manhattan,astar:pattern,ida:pattern")
        self.assertEqual(list(rows), [str(tables), "astar:manhattan", "astar:pattern:4-4",
                                      "astar:pattern:5-3", "ida:pattern:4-4", "ida:pattern:5-3"])
        for row in rows.values():
            self.assertEqual((row["solved"], row["mean_gap"]), (200, 0))
        self.assertNotIn("mean_expanded", rows[str(tables)])
        self.assertLess(rows["astar:pattern:4-4"]["mean_expanded"],
                        rows["astar:manhattan"]["mean_expanded"])

    def test_of_effort_and_of_the_optimal_search(self):
        both = self.build("--board", "3x3", "--plan", "ladder:1 + pattern:4-4")
        rows = self.compare(both, "--boards", "3x3:100", "--solvers",
                            "lookup@200,lookup@20000,optimal")
        self.assertEqual(list(rows), [f"{both}{at}" for at in ("", "@200", "@20000")] +
                         ["optimal:pattern:4-4"])
        gaps = [row["mean_gap"] for row in rows.values()]
        self.assertEqual(gaps, sorted(gaps, reverse=True))
        self.assertEqual(gaps[3], 0)
        self.assertGreater(rows["optimal:pattern:4-4"]["mean_generated"], 0)
        self.assertNotIn("mean_expanded", rows["optimal:pattern:4-4"])

    def test_of_the_optimal_search_keep_to_its_limits(self):
        patterns = self.build("--plan", "pattern:3-3-3-3-3")
        rows = self.compare(patterns, "--boards", "4x4:-", "--solvers", "optimal", "--nodes", "1000",
                            input=HARD)
        self.assertEqual(rows["optimal:pattern:3-3-3-3-3"]["node_limit"], 1)

    def test_are_of_the_same_boards_in_every_run(self):
        arguments = ["--boards", "3x3:50", "--solvers", "greedy,wastar:linear-conflict"]

        def without_times(rows):
            return {name: {key: value for key, value in row.items() if "seconds" not in key}
                    for name, row in rows.items()}
        first = without_times(self.compare(*arguments))
        self.assertEqual(first, without_times(self.compare(*arguments)))
        self.assertNotEqual(first, without_times(self.compare(*arguments, "--seed", "2")))

    def test_of_all_boards_of_a_size(self):
        rows = self.compare("--boards", "3x2:all", "--solvers", "bfs,greedy")
        self.assertEqual(rows["bfs"]["solved"], 360)
        self.assertEqual(rows["bfs"]["worst_moves"], 21)
        greedy = rows["greedy:manhattan"]
        self.assertEqual(greedy["solved"] + greedy["dead_end"], 360)

    def test_are_a_table_with_notes(self):
        out = self.expect(DONE, "compare", "--boards", "3x3:-", "--solvers",
                          "greedy:misplaced,bfs", input="75126348_\n").out
        lines = out.splitlines()
        self.assertEqual(lines[0],
                         "1 board of 3x3; shortest solutions: mean 20.000 moves, worst 20")
        self.assertEqual(lines[-1], "greedy:misplaced: 1 board ended in a dead end")
        self.assertEqual(lines[4].split()[:5], ["bfs", "1", "20.000", "20", "0.000"])


class Boards(Compare):
    def test_come_with_their_shortest_lengths_or_without(self):
        korf = (REFERENCE / "korf_100_fifteen.txt").read_text(encoding="utf-8").splitlines()
        known = self.file(korf[11] + "\n\n")
        arguments = ["--goal", "blank-first", "--solvers", "wastar", "--boards"]
        row = self.compare(*arguments, known)["wastar:manhattan ratio 2"]
        self.assertEqual(row["mean_gap"], row["mean_moves"] - int(korf[11].split()[-1]))
        unknown = self.file(korf[11].rsplit(" ", 1)[0] + "\n")
        self.assertNotIn("mean_gap", self.compare(*arguments, unknown)["wastar:manhattan ratio 2"])

    def test_with_a_wrong_shortest_length_are_found_out(self):
        self.expect(INPUT_FAILED, "compare", "--boards", f"3x3:{self.file('1234_5678 16')}",
                    says=["boards.txt:1: says that 16 moves are the least, found 14"])
        korf = (REFERENCE / "korf_100_fifteen.txt").read_text(encoding="utf-8").splitlines()[11]
        wrong = self.file(korf.rsplit(" ", 1)[0] + " 43\n")
        self.expect(INPUT_FAILED, "compare", "--boards", wrong, "--goal", "blank-first",
                    "--solvers", "ida:last-moves",
                    says=["boards.txt:1: ", "was said to have 43"])

    def test_that_are_bad_are_refused_with_file_and_line(self):
        for text, *says in (
                ("1234_5678\n1234_567\n", "boards.txt:2: ", "expected 9 numbers"),
                ("1234_5677\n", "boards.txt:1: tile 7 occurs twice"),
                ("1234_5678 x\n", "boards.txt:1: ", "expected 9 numbers"),
                ("1234_5687\n", "boards.txt:1: ", "cannot be solved"),
                ("\n\n", "no boards; expected one a line"),
                ("\x00\x01\n", "boards.txt:1: ")):
            with self.subTest(text):
                self.expect(INPUT_FAILED, "compare", "--boards", f"3x3:{self.file(text)}",
                            says=list(says))
        self.expect(INPUT_FAILED, "compare", "--boards", "nothing", says="nothing: No such file")
        self.expect(INPUT_FAILED, "compare", "--boards", "4x4:all", says="at most 9 cells")
        self.expect(INPUT_FAILED, "compare", "--boards", "3x3:0",
                    says="expected a count from 1 to")


class Limits(Compare):
    def hard(self, *arguments):
        return self.compare("--boards", self.file(HARD), *arguments)

    def test_end_a_board_and_the_row_says_so(self):
        self.assertEqual(self.hard("--solvers", "ida", "--nodes", "1000")["ida:manhattan"]
                         ["node_limit"], 1)
        self.assertEqual(self.hard("--solvers", "ida", "--time", "0.1")["ida:manhattan"]
                         ["time_limit"], 1)
        row = self.hard("--solvers", "astar", "--memory", "1MB")["astar:manhattan"]
        self.assertEqual((row["solved"], row["memory_limit"]), (0, 1))
        self.assertLessEqual(row["search_bytes"], 1_000_000)
        out = self.expect(DONE, "compare", "--boards", self.directory / "boards.txt", "--solvers",
                          "astar", "--memory", "1MB").out
        self.assertIn("astar:manhattan: 1 board reached the memory limit, with up to ", out)

    def test_ctrl_c_tells_what_there_is(self):
        process = start("compare", "--json", "--boards", self.file(f"{HARD}\n{HARD}\n"),
                        "--solvers", "ida", "--time", "1000")
        begun = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, INPUT_FAILED)
        self.assertEqual(begun, "tilebase: 2 boards of 4x4, 1 solver, at most 16 min 40 s a board "
                                "each\n")
        self.assertEqual(err, "")
        rows = {row["solver"]: row for row in json.loads(out)["rows"]}
        self.assertEqual(rows["ida:manhattan"]["interrupted"], 2)
        self.expect_only("boards.txt")


class Usage(Compare):
    def test_of_unknown_names_lists_what_there_is(self):
        for name, *says in (("dfs", "'dfs'", "bfs, bidirectional, greedy, astar, wastar"),
                            ("ida:euclid", "no such heuristic", "manhattan, linear-conflict"),
                            ("bfs:manhattan", "takes no heuristic"),
                            ("ida:pattern", "no pattern tables", "--plan pattern:"),
                            ("optimal", "no pattern tables", "--plan pattern:"),
                            ("lookup@20us", "no staged tables", "--plan medium")):
            self.expect(USAGE, "compare", "--boards", "3x3:1", "--solvers", name, says=list(says))

    def test_of_wrong_options_is_refused(self):
        for arguments in (["--ratio", "-1"], ["--ratio", "x"], ["--time", "0"],
                          ["--goal", "middle"], ["--memory", "-1"], ["--nodes", "many"]):
            result = run("compare", "--boards", "3x3:1", *arguments)
            self.assertEqual(result.code, USAGE, arguments)

    def test_of_a_table_set_of_another_size_is_refused(self):
        tables = self.build("--board", "3x3", "--plan", "ladder:1")
        self.expect(USAGE, "compare", tables, "--boards", "4x4:1",
                    says=["a table set for 3x3", "the boards are 4x4", "--boards 3x3:"])
        self.expect(FILE, "compare", self.directory / "none", says="none")


if __name__ == "__main__":
    unittest.main()
