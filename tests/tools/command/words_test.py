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
        self.assertEqual(probe["action"], hint)
        self.assertEqual(probe["actions"][0], {"action": hint, "remaining": probe["remaining"] - 1})

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
        self.assertEqual(probe["action"], hint)
        made = json.loads(self.expect(DONE, "scramble", path, "--moves", "1..1000", "--json").out)
        self.assertEqual((made["optimal"], made["uniform"]), (False, True))
        self.expect(USAGE, "analyse", path, board, says="does not know shortest lengths")
        odd = board.replace("2 5", "5 2")
        self.assertTrue(self.expect(INPUT_FAILED, "solve", path, odd).out.startswith("error: cannot be solved"))

    def test_random_boards_of_rooms_that_shuffling_does_not_meet(self):
        path = self.make("--board", "6x4", "--walls", "2,8,14")
        made = json.loads(self.expect(DONE, "scramble", path, "--moves", "1..1000", "--json").out)
        self.assertEqual((made["optimal"], made["uniform"]), (False, False))
        solved = self.expect(DONE, "solve", path, made["board"]).out.split()
        self.assertEqual(int(solved[0]), made["moves"])

    def test_goals_are_sets_with_costs(self):
        goals = self.directory / "goals"
        goals.write_text("12?/???/??_\n21?/???/??? 4\n")
        path = self.make("--goals", goals)
        self.assertEqual(self.info(path)["goals"],
                         [{"board": "12?/???/??_", "cost": 0}, {"board": "21?/???/???", "cost": 4}])
        # The board is also a board of a permutation.
        answer = json.loads(self.expect(DONE, "solve", path, "214/53_/678", "--json").out)
        self.assertEqual((answer["moves"], answer["bound"], answer["goal_cost"]), (0, 4, 4))
        answer = json.loads(self.expect(DONE, "solve", path, "124/53_/678", "--json").out)
        self.assertEqual((answer["moves"], answer["bound"], answer["goal_cost"]), (1, 1, 0))

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

    def test_a_stream_of_requests_is_measured(self):
        path = self.make("--board", "4x4", "--wanted", "1", "--blanks", "2", "--goal-cells", "0",
                         "--metric", "steps")
        out = self.expect(DONE, "bench", path, "--boards", "300", "--blanks", "4", "--effort",
                          "0,2000", "--json").out
        found = json.loads(out)
        self.assertEqual((found["blanks"], found["requests"], found["metric"]), (4, 300, "steps"))
        plain, more = found["rows"]
        for row in (plain, more):
            self.assertLessEqual(row["p50"], row["p99"])
            self.assertLessEqual(row["p99"], row["worst"])
            self.assertGreater(row["decision_us"], 0)
        again = json.loads(self.expect(DONE, "bench", path, "--boards", "300", "--blanks", "4",
                                       "--json").out)["rows"]
        self.assertEqual([again[0][key] for key in ("mean", "p99", "worst", "loads_moved")],
                         [plain[key] for key in ("mean", "p99", "worst", "loads_moved")])
        self.assertIn("us/decision", self.expect(DONE, "bench", path, "--boards", "5").out)
        self.expect(USAGE, "bench", path, "--blanks", "1", says="1 blanks; expected 2 to 15")
        self.expect(USAGE, "bench", path, "--board", "4x4", says="leave out --board")

    def test_warehouses_are_compared(self):
        svg = self.directory / "blanks.svg"
        storage = ("--board", "3x3", "--wanted", "1", "--goal-cells", "0")
        found = json.loads(self.expect(DONE, "plan", *storage, "--svg", svg, "--json").out)
        self.assertEqual(len(found["rows"]), 16)
        for row in found["rows"]:
            path = self.make(*storage, "--blanks", str(row["blanks"]), "--metric", row["metric"],
                             "--force")
            table = self.info(path)["tables"][0]
            self.assertEqual(row["kind"], "exact")
            self.assertEqual((row["mean"], row["worst"]),
                             (table["mean_depth"], table["max_depth"]))
            self.assertEqual(row["file_bytes"], path.stat().st_size)
        self.assertEqual(svg.read_text("utf-8").count("<circle"), 16 + 4)
        self.assertNotIn("~", self.expect(DONE, "plan", *storage).out)
        self.assertRegex(self.expect(DONE, "plan", *storage, "--budget", "300").out, r"stm +3 .* ~[0-9.]+ \+-")
        for arguments, reason in ((["--wanted", "1"], "--goal-cells"),
                                  (["--goal-cells", "0"], "--wanted"),
                                  ([*storage, "--budget", "9"], "raise --budget"),
                                  ([*storage, "--presets"], "--presets"),
                                  ([*storage, "--walls", "0"], "goal cell 0")):
            self.expect(USAGE, "plan", *arguments, says=reason)

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
                (["--symbols", "12345678/abcdefgh/ijklmnop/1234567_"], "more states than a table can have"),
                (["--goals", self.directory / "none"], "none")):
            code = INPUT_FAILED if reason.split()[0] in ("raise", "more") else USAGE
            result = self.expect(code, "build", "-o", self.directory / "x", *arguments, says=reason)
            self.assertEqual(result.out, "")
            self.assertFalse((self.directory / "x").exists())

    def test_other_commands_say_what_the_file_is(self):
        path = self.make("--symbols", "11/2_")
        self.expect(FILE, "export", path, "-o", self.directory / "y", says="no permutations")
        self.expect(USAGE, "bench", path, says="no warehouse")
        self.expect(DONE, "solve", path, "11/2_", "--optimal")
        for command in (["solve", path, "11/2_"], ["scramble", path, "--moves", "1"], ["analyse", path, "11/2_"]):
            self.expect(USAGE, *command, "--to", "1_/12", says="leave out --to")
        for option in (["--part", "1/2"], ["--notation", "tiles"], ["--draw"]):
            self.expect(USAGE, "solve", path, "--random", "2", *option, says=f"leave out {option[0]}")
        self.expect(USAGE, "analyse", path, "11/2_", "--list", "2", says="leave out --list")
        self.assertIn("expected tiles 1x2 2", self.expect(INPUT_FAILED, "solve", path, "11/3_").out)

    def test_a_text_has_one_size(self):
        path = self.make("--symbols", "112/233/44_")
        for arguments in (["--symbols", "11223344_"], ["--symbols", "11223344_", "--board", "3x3"]):
            self.assertEqual(self.make(*arguments, "--force", name="other").read_bytes(), path.read_bytes())
        goals = self.directory / "goals"
        for text, board, reason in (("123/456/78_ x\n", "3x3", "cost 'x'"), ("123/456/78_\n", "4x4", "found 9")):
            goals.write_text(text)
            self.expect(USAGE, "build", "-o", self.directory / "x", "--goals", goals, "--board", board, says=reason)
        self.expect(USAGE, "build", "-o", self.directory / "x", "--symbols", "112/233/44_", "--board", "4x4", says="found 9")
        self.expect(USAGE, "build", "-o", self.directory / "x", "--symbols", "", says="expected a board")

    def test_games_are_read_with_the_numbers_of_tiles(self):
        path = self.make("--symbols", "112/233/44_")
        letters = self.expect(DONE, "analyse", path, "112/233/4_4", "--moves", "L").out
        self.assertEqual(self.expect(DONE, "analyse", path, "112/233/4_4", "--moves", "R", "--notation", "blank").out, letters)
        self.expect(INPUT_FAILED, "analyse", path, "112/233/4_4", "--moves", "4", says="a letter if two are equally near")
        self.assertIn("1 move", self.expect(DONE, "analyse", path, "112/233/4_4", "--moves", "3").out)

    def test_walks_from_home_meet_short_lengths(self):
        path = self.make("--board", "4x4", "--walls", "0")
        boards = self.expect(DONE, "scramble", path, "--moves", "3", "--count", "5").out.splitlines()
        self.assertEqual(len(boards), 5)
        for line in boards:
            self.assertEqual(self.expect(DONE, "solve", path, line).out.split()[0], "3")

    def test_scrambles_have_their_par(self):
        path = self.make("--symbols", "112/2#3/33_")
        boards = self.expect(DONE, "scramble", path, "--moves", "5..6", "--count", "20").out.split()
        again = self.expect(DONE, "scramble", path, "--moves", "5..6", "--count", "20", "--json").out.splitlines()
        self.assertEqual(boards, [json.loads(line)["board"] for line in again])
        for board, line in zip(boards, again):
            answer = self.expect(DONE, "solve", path, board).out
            self.assertEqual(int(answer.split()[0]), json.loads(line)["moves"])
            self.assertIn(json.loads(line)["moves"], (5, 6))
        self.expect(INPUT_FAILED, "scramble", path, "--moves", "999", says="no board takes 999")

    def test_random_boards_of_stages_and_rings_can_be_solved(self):
        for name, board, walls in (("ring", "4x5", "5,6,9,10,17,18"), ("rings", "7x3", "3,8,12,17")):
            path = self.make("--board", board, "--walls", walls, name=name)
            lines = self.expect(DONE, "solve", path, "--random", "20").out.splitlines()
            self.assertEqual(len(lines), 20)
            self.assertGreater(len(set(lines)), 10)
            scrambles = self.expect(DONE, "scramble", path, "--moves", "5..60", "--count", "3", "--json").out
            for line in scrambles.splitlines():
                made = json.loads(line)
                self.assertEqual(int(self.expect(DONE, "solve", path, made["board"]).out.split()[0]), made["moves"])
            self.expect(INPUT_FAILED, "scramble", path, "--moves", "999", says="no board takes 999 to 999; expected")

    def test_a_game_is_analysed(self):
        path = self.make("--symbols", "112/2#3/33_", "--metric", "mtm")
        board = self.expect(DONE, "scramble", path, "--moves", "4").out.strip()
        solution = self.expect(DONE, "solve", path, board).out.split()[1]
        found = json.loads(self.expect(DONE, "analyse", path, board, "--json").out)
        self.assertEqual(found["moves"], 4)
        self.assertEqual(min(found["after"].values()), 3)
        game = json.loads(self.expect(DONE, "analyse", path, board, "--moves", solution, "--json").out)
        self.assertEqual((game["to_go"], game["lost"]), ([4, 3, 2, 1, 0], 0))
        store = self.make("--board", "4x3", "--wanted", "1", "--blanks", "2", "--goal-cells", "0", name="store")
        self.expect(USAGE, "analyse", store, "._.._...1...", says="one blank")

    def test_an_answer_has_moves_as_text_and_as_lists(self):
        path = self.make("--board", "5x5", "--wanted", "1", "--blanks", "3", "--goal-cells", "0",
                         "--metric", "line-steps")
        board = "....._..._......1......._"
        answer = json.loads(self.expect(DONE, "solve", path, board, "--json").out)
        text = " ".join(",".join(f"{start}>{end}" for start, end in move) for move in answer["slides"])
        self.assertEqual(text, answer["actions"])
        self.assertEqual((answer["moves"], answer["bound"], answer["shortest"]), (5, 5, True))
        hint = json.loads(self.expect(DONE, "hint", path, board, "--json").out)
        self.assertEqual((hint["action"], hint["remaining"]), (answer["actions"].split()[0], 5))
        more = json.loads(self.expect(DONE, "solve", path, board.replace(".", "_", 3), "--json").out)
        self.assertIn(more.get("why", "shortest"), ("rule", "shortest"))
        self.assertEqual(self.expect(DONE, "solve", path, "--random", "3").out,
                         self.expect(DONE, "solve", path, "--random", "3").out)

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
