# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""`tilebase report`: the exact parts of docs/paper.md, made again; what it refuses.

The committed report may change only with the paper's reading (never), the tie rule of the tables
(averages and worst boards), or the page's words. To make it again:

    tools/run report paper -o docs --force

Usage: report_test.py [LARGEST_LADDER]   (default 2; 5 takes half a minute)
"""

import itertools
import json
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from command import DONE, FILE, INPUT_FAILED, REFERENCE, USAGE, CommandTest, run

ROOT = pathlib.Path(__file__).resolve().parents[4]
LARGEST = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 2


def sections(markdown):
    """The text under each heading."""
    parts = markdown.split("\n## ")
    return {part.split("\n", 1)[0]: part for part in parts[1:]}


class ThePaper(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.directory.name) / "report"
        tables = [f"{cls.directory.name}/l{size}.tilebase" for size in range(1, LARGEST + 1)]
        for size, file in enumerate(tables, 1):
            assert run("build", "-o", file, "--plan", f"ladder:{size}").code == DONE
        result = run("report", "paper", "--boards", 3000, "--seed", 5, "--largest", LARGEST,
                     "-o", cls.folder, *tables)
        assert result.code == DONE, result.out + result.err
        cls.text = result.out
        cls.fresh = json.loads((cls.folder / "paper.json").read_text())
        cls.committed = json.loads((ROOT / "docs/paper.json").read_text())
        cls.reference = json.loads((REFERENCE / "local_value_iteration.json").read_text())

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def expect_same(self, fresh, committed, where):
        """Equal, but of ladders larger than those looked at now."""
        if isinstance(fresh, dict):
            self.assertEqual(fresh.keys(), committed.keys(), where)
            for key in fresh:
                self.expect_same(fresh[key], committed[key], f"{where}.{key}")
        elif isinstance(fresh, list):
            committed = [entry for entry in committed
                         if not isinstance(entry, dict) or entry.get("ladder", 0) <= LARGEST]
            self.assertEqual(len(fresh), len(committed), where)
            for index, (a, b) in enumerate(zip(fresh, committed)):
                self.expect_same(a, b, f"{where}[{index}]")
        else:
            self.assertEqual(fresh, committed, where)

    def test_has_the_exact_figures_that_are_committed(self):
        committed = dict(self.committed["exact"])
        if LARGEST < 6:
            del committed["large_ladders"]
        self.expect_same(self.fresh["exact"], committed, "exact")

    def test_has_the_text_that_is_committed(self):
        fresh = sections((self.folder / "paper.md").read_text())
        committed = sections((ROOT / "docs/paper.md").read_text())
        for heading in ("Theorem 1: when a subproblem grows", "Theorem 3: bounds",
                        "Algorithm 1 as printed"):
            self.assertEqual(fresh[heading], committed[heading], heading)

    def test_agrees_with_the_paper_everywhere(self):
        summary = self.fresh["summary"]
        self.assertGreaterEqual(summary["exact_compared"], 70)
        self.assertEqual(summary["exact_equal"], summary["exact_compared"])
        print(f"figures of the paper met: {summary['exact_equal']}/{summary['exact_compared']}")
        self.assertLess(summary["greatest_difference_from_paper_averages"], 0.01)

    def test_has_sampled_figures_within_five_standard_errors(self):
        # The committed report keeps to three; a small sample of rare boards is skewed.
        self.assertLess(self.fresh["summary"]["greatest_standard_errors_off"], 5)
        self.assertLess(self.committed["summary"]["greatest_standard_errors_off"], 3)

    def test_quotes_the_paper_as_the_reference_data_do(self):
        exact = self.fresh["exact"]
        taus = {(str(entry["tile"]), str(entry["goal_size"])): entry["paper"]
                for entry in exact["theorem_1"]["tau"]}
        expected = {(tile, size): share
                    for tile, shares in self.reference["theorem_1"]["tau"].items()
                    for size, share in shares.items()}
        self.assertEqual(taus, expected)
        spaces = {str(entry["tile"]): entry["paper"]
                  for entry in exact["theorem_1"]["largest_state_spaces"] if entry["paper"]}
        self.assertEqual(spaces, self.reference["theorem_1"]["max_state_space_as_printed"])
        self.assertEqual({entry["class"]: entry["paper"] for entry in exact["theorem_2"]},
                         self.reference["theorem_2_class_share"])
        self.assertEqual({entry["class"]: entry["paper"] for entry in exact["theorem_3"]["phi"]},
                         self.reference["theorem_3"]["phi"])
        maxima = sorted(entry["paper"] for entry in exact["theorem_3"]["maxima"]
                        if entry["paper"] >= 0)
        self.assertEqual(maxima, sorted(self.reference["theorem_3"]["M"].values()))
        means = {entry["class"]: entry["paper_mean"] for entry in exact["table_1"]}
        means["overall"] = means.pop("all")
        self.assertEqual(means, self.reference["table_1"]["average_actions"])
        for entry in self.committed["exact"]["table_2"]:
            index = entry["ladder"] - 1
            self.assertEqual(entry["paper_mean"],
                             self.reference["table_2"]["average_actions"][index])
            self.assertEqual(entry["paper_maximum"],
                             self.reference["table_2"]["maximum_actions"][index])

    def test_expects_what_all_boards_of_3x3_need(self):
        def even(board):
            tiles = [tile for tile in board if tile]
            return sum(a > b for a, b in itertools.combinations(tiles, 2)) % 2 == 0

        boards = [board for board in itertools.permutations(range(9)) if even(board)]
        text = "".join("".join(map(str, board)) + "\n" for board in boards)
        for entry in self.fresh["exact"]["other_boards"]:
            if entry["board"] != "3x3":
                continue
            tables = f"{self.directory.name}/3x3-{entry['ladder']}.tilebase"
            plan = f"ladder:{entry['ladder']}"
            built = run("build", "-o", tables, "--board", "3x3", "--plan", plan)
            self.assertEqual(built.code, DONE)
            lines = run("solve", tables, "-", input=text).out.splitlines()
            actions = [int(line.split()[0]) for line in lines]
            self.assertEqual(len(actions), 181440)
            self.assertAlmostEqual(entry["mean"], sum(actions) / len(actions), delta=1e-6)
            self.assertEqual(entry["worst_board"], max(actions))

    def test_draws_well_formed_pictures(self):
        for picture in (self.folder / "paper").iterdir():
            xml.etree.ElementTree.parse(picture)
        self.assertEqual(sorted(p.name for p in (self.folder / "paper").iterdir()),
                         sorted(p.name for p in (ROOT / "docs/paper").glob("figure2*.svg")))

    def test_is_not_replaced_unless_forced(self):
        before = (self.folder / "paper.md").read_bytes()
        result = run("report", "paper", "-o", self.folder)
        self.assertEqual(result.code, INPUT_FAILED)
        self.assertIn("--force", result.err)
        self.assertEqual((self.folder / "paper.md").read_bytes(), before)


class BadInput(CommandTest):
    def test_of_the_number_of_boards_is_refused(self):
        for boards in ("0", "-1", "1000000001", "99999999999999999999999", "many", "1e5"):
            with self.subTest(boards=boards):
                self.expect(USAGE, "report", "paper", f"--boards={boards}",
                            says=(f"--boards: '{boards}'", "expected a count"))

    def test_of_the_folder_is_refused_before_any_work(self):
        file = self.directory / "file"
        file.write_text("")
        for folder in (file, file / "x", pathlib.Path("/proc/tilebase")):
            with self.subTest(folder=folder):
                self.expect(INPUT_FAILED, "report", "paper", "-o", folder,
                            says=(str(folder), "choose another one with -o"))

    def test_a_missing_ladder_is_named(self):
        tables = self.directory / "l1.tilebase"
        self.expect(DONE, "build", "-o", tables, "--plan", "ladder:1")
        self.expect(USAGE, "report", "paper", tables,
                    says=("lack ladder:2", "they hold ladder:1 on 4x4", "tilebase build"))
        self.expect(FILE, "report", "paper", tables, self.directory / "missing.tilebase",
                    says="missing.tilebase")

    def test_of_a_subproblem_is_refused(self):
        for says, arguments in (
                ("--goal", ("--goal", "17")),
                ("--goal", ("--goal", "")),
                ("--fixed", ("--goal", "3", "--fixed", "x")),
                ("tile 3", ("--goal", "3,4", "--fixed", "1-3")),
                ("states", ("--goal", "1-9")),
                ("--gamma", ("--goal", "1", "--gamma", "1")),
                ("--gamma", ("--goal", "1", "--gamma", "nan")),
                ("board", ("--goal", "1", "--board", "9x9")),
                ("parity", ("--goal", "15", "--fixed", "1-14"))):
            with self.subTest(arguments=arguments):
                self.expect(USAGE, "report", "subproblem", "-o", self.directory, *arguments,
                            says=says)


class APictureOfASubproblem(CommandTest):
    def draw(self, *arguments):
        return self.expect(DONE, "report", "subproblem", "-o", self.directory, *arguments).out

    def test_shows_every_state_of_one_tile(self):
        self.assertIn("240 states, 240 can be solved, in at most 21 actions",
                      self.draw("--goal", "1"))
        values = (self.directory / "value-1.svg").read_text()
        policy = (self.directory / "policy-1.svg").read_text()
        xml.etree.ElementTree.fromstring(values)
        xml.etree.ElementTree.fromstring(policy)
        self.assertEqual(values.count(">10</text>"), 15)  # goal states: V = 1 / (1 - 0.9)
        self.assertEqual(policy.count("<circle"), 15)

    def test_is_the_one_in_the_tutorial(self):
        self.draw("--goal", "1")
        self.draw("--goal", "3,4", "--fixed", "1,2")
        for picture in self.directory.iterdir():
            self.assertEqual(picture.read_text(),
                             (ROOT / "docs/tutorial" / picture.name).read_text(), picture.name)

    def test_marks_what_cannot_be_solved(self):
        self.assertIn("156 states, 13 can be solved", self.draw("--goal", "4", "--fixed", "1-3"))
        policy = (self.directory / "policy-4.svg").read_text()
        self.assertEqual(policy.count("l9 9m0-9l-9 9"), 156 - 13)

    def test_is_not_replaced_unless_forced(self):
        self.draw("--goal", "1")
        self.expect(INPUT_FAILED, "report", "subproblem", "-o", self.directory, "--goal", "1",
                    says="--force")
        self.draw("--goal", "1", "--force")


if __name__ == "__main__":
    unittest.main()
