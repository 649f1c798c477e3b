# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Pattern tables and shortest solutions from the command line: build, info, verify, export, solve; and
boards and games compared with them: analyse."""

import itertools
import json
import os
import pty
import random
import signal
import struct
import subprocess
import sys
import threading
import time
import unittest

from command import DONE, FILE, INPUT_FAILED, REFERENCE, SANITIZED, TIMEOUT, USAGE, CommandTest, run, start
import puzzle

PARTS = "ladder:2 + 1-4/rest + pattern:4-4"


class Optimal(CommandTest):
    def build3(self, plan):
        return self.build("--board", "3x3", "--plan", plan, name=plan[:8].replace(":", ""))

    def lines(self, *arguments):
        return self.expect(DONE, *arguments).out.splitlines()

    def test_is_as_short_as_the_whole_table(self):
        whole = self.build3("ladder:8")
        best = [line.split()[0] for line in self.lines("solve", whole, "--random", "200")]
        self.assertEqual(self.lines("solve", whole, "--random", "200"),
                         self.lines("solve", whole, "--optimal", "--random", "200"))
        for plan in (PARTS, "pattern:5-3", "dual:4-4", "ladder:1 + pattern:5-3 + dual:4-4",
                     "dual:5-3 + pattern:4-4 + pattern:5-3"):
            lines = self.lines("solve", self.build3(plan), "--optimal", "--random", "200")
            self.assertEqual([line.split()[0] for line in lines], best)
        # The search prefers one part for dual lookups to one without, and two parts without to one
        # with.
        for name, used in (("ladder1", "dual:4-4"), ("dual5-3", "pattern:4-4 and 1 more")):
            answer = json.loads(self.lines("solve", self.directory / name, "--optimal", "--random", "1",
                                           "--json")[0])
            self.assertEqual(answer["tables"], used)

    def test_of_whole_lines_has_the_fewest_runs(self):
        whole = self.build("--board", "3x3", "--plan", "rest", "--metric", "mtm", name="lines")
        set_of_stages = self.build("--board", "3x3", "--plan", "1-3/rest", "--metric", "mtm", name="stages")
        best = [line.split()[1] for line in self.lines("solve", whole, "--runs", "--random", "100")]
        lines = self.lines("solve", set_of_stages, "--optimal", "--runs", "--random", "100")
        self.assertEqual([line.split()[1] for line in lines], best)
        answer = json.loads(self.lines("solve", set_of_stages, "--optimal", "--json", "--random", "1")[0])
        self.assertEqual((answer["shortest"], answer["bound"], answer["runs"]), (True,) + (int(best[0]),) * 2)
        boards = self.lines("scramble", set_of_stages, "--optimal", "--moves", "17", "--count", "5")
        self.assertEqual([self.lines("solve", whole, "--runs", board)[0].split()[1] for board in boards],
                         ["17"] * 5)
        fifteen = self.build("--plan", "ladder:1", "--metric", "mtm", name="fifteen")
        self.assertIn(" not proven optimal: at least ",
                      self.lines("solve", fifteen, "--optimal", "--random", "1", "--nodes", "1000")[0])
        self.assertTrue(self.lines("solve", fifteen, "--optimal", "--random", "1", "--nodes",
                                   "1000")[0].endswith(" runs"))

    def test_a_file_that_opens_quickly_holds_the_same_tables(self):
        facts = []
        for store in ("zstd", "quick", "raw"):
            path = self.build("--board", "3x3", "--plan", PARTS, "--store", store, name=store)
            self.expect(DONE, "verify", path)
            tables = json.loads(self.expect(DONE, "info", path, "--json").out)["tables"]
            facts.append([table["histogram"] for table in tables])
            facts[-1].append(self.lines("solve", path, "--random", "20", "--optimal"))
        self.assertEqual(facts[1], facts[0])
        self.assertEqual(facts[2], facts[0])

    @unittest.skipIf(SANITIZED, "takes long")
    def test_the_largest_patterns_solve_korfs_hundred_boards(self):
        tables = self.build("--plan", "pattern:7-8", "--store", "quick", name="7-8")
        rows = [line.split() for line in (REFERENCE / "korf_100_fifteen.txt").read_text().splitlines()
                if not line.startswith("#")]
        text = "".join(" ".join(row[:16]) + "\n" for row in rows)
        lines = self.expect(DONE, "solve", tables, "--optimal", "--goal", "blank-first", "-",
                            input=text).out.splitlines()
        self.assertEqual([line.split()[0] for line in lines], [row[16] for row in rows])
        self.assertEqual(len(rows), 100)

    @unittest.skipIf(SANITIZED, "takes long")
    def test_several_partitions_of_the_twenty_four_puzzle(self):
        tables = self.build("--board", "5x5", "--plan", "pattern:2x6-6-6-6", "--store", "quick", name="2x")
        rows = [line.split() for line in (REFERENCE / "korf_50_twentyfour.txt").read_text().splitlines()]
        rows = [rows[number - 1] for number in (38, 40)]
        text = "".join(" ".join(row[:25]) + "\n" for row in rows)
        line = ("solve", tables, "--optimal", "--goal", "blank-first", "-")
        lengths = [answer.split()[0] for answer in self.expect(DONE, *line, input=text).out.splitlines()]
        self.assertEqual(lengths, [row[25] for row in rows])
        # To other boards; and by a search that is kept, which differs on processors with AVX-512.
        generator = random.Random(1)
        size = (5, 5)

        def wander(board, moves):
            board = list(board)
            while moves > 0:
                try:
                    puzzle.slide(board, generator.choice("LURD"), size)
                except ValueError:
                    continue
                moves -= 1
            return board

        for _ in range(2):
            end = wander(puzzle.solved(size), 9)
            start = wander(end, 200)
            line = ("solve", tables, "--optimal", "--to", puzzle.text(end), puzzle.text(start))
            count, actions = self.lines(*line)[0].split()
            self.assertEqual(puzzle.replay(start, actions, size), end)
            kept = self.lines(*line, "--checkpoint", self.directory / "kept")[0]
            self.assertEqual(kept.split()[0], count)
        # The checkpoint of a long search keeps its subtrees.
        row = (REFERENCE / "korf_50_twentyfour.txt").read_text().splitlines()[43].split()
        line = ("solve", tables, "--optimal", "--goal", "blank-first", " ".join(row[:25]),
                "--checkpoint", self.directory / "kept")
        parts = 0
        while (result := run(*line, "--nodes", "20000000")).code != DONE:
            self.assertEqual(result.code, INPUT_FAILED)
            parts += 1
            self.assertLess(parts, 60)
        self.assertGreater(parts, 0)
        self.assertEqual(result.out.split()[0], row[25])

    def test_a_terminal_and_a_checkpoint_get_the_same_solutions(self):
        tables = self.build("--plan", "pattern:4-4-4-3")
        line = ("solve", tables, "--optimal", "--threads", "1", "--random", "6")
        plain = self.lines(*line)
        self.assertEqual(self.lines(*line, "--checkpoint", self.directory / "kept"), plain)
        terminal, stderr = pty.openpty()
        with start(*line, stderr=stderr) as process:
            os.close(stderr)
            shown = threading.Thread(target=self.drain, args=[terminal])
            shown.start()
            self.assertEqual(process.stdout.read().splitlines(), plain)
        shown.join()
        os.close(terminal)

    def drain(self, terminal):
        try:
            while os.read(terminal, 1 << 16):
                pass
        except OSError:  # nobody has the other end open
            pass

    def test_goal_with_the_blank_first(self):
        tables = self.build3(PARTS)
        board = "1 2 0 3 4 5 6 7 8"
        self.assertEqual(
            self.lines("solve", tables, "--optimal", "--goal", "blank-first", board), ["2 RR"])
        count, actions = self.lines("solve", tables, "--goal", "blank-first", board)[0].split()
        self.assertEqual(len(actions), int(count))
        odd = self.expect(INPUT_FAILED, "solve", tables, "--goal", "blank-first", "2 1 0 3 4 5 6 7 8")
        self.assertTrue(odd.out.startswith("error: "))

    def test_to_any_board_it_is_shortest(self):
        tables = self.build3(PARTS)
        board = "1 2 0 3 4 5 6 7 8"
        self.assertEqual(self.lines("solve", tables, "--optimal", "--to", "0 1 2 3 4 5 6 7 8", board),
                         ["2 RR"])
        self.assertEqual(self.lines("solve", tables, "--optimal", "--to", "1 0 2 3 4 5 6 7 8", board),
                         ["1 R"])
        middle = "1 2 3 8 0 4 7 6 5"
        answer = json.loads(self.lines("solve", tables, "--optimal", "--json", "--random", "1", "--to",
                                       middle)[0])
        self.assertEqual((answer["shortest"], answer["bound"]), (True, answer["moves"]))
        # A checkpoint of one goal serves no other.
        kept = self.directory / "kept"
        line = ("solve", tables, "--optimal", "--random", "1", "--checkpoint", kept)
        self.expect(DONE, *line, "--nodes", "1", "--to", middle)
        self.expect(FILE, *line, says="another goal")
        solved = self.lines(*line, "--to", middle)[0]
        self.assertEqual(solved, f"{answer['moves']} {answer['actions']}")
        self.assertFalse(kept.exists())
        for moves in ("4", "20"):
            boards = self.lines("scramble", tables, "--optimal", "--moves", moves, "--count", "5", "--to",
                                middle)
            solutions = self.lines("solve", tables, "--optimal", "--to", middle, *boards)
            self.assertEqual([solution.split()[0] for solution in solutions], [moves] * 5)

    def test_a_set_with_another_home_of_the_blank_ends_there_by_lookup(self):
        middle = "1 2 3 8 0 4 7 6 5"
        for metric in ("stm", "mtm"):
            home = ("--board", "3x3", "--plan", "rest", "--metric", metric)
            plain = self.build(*home, name=f"home_{metric}")
            both = self.build(*home, "--blank-home", "4,3", name=f"middle_{metric}")
            self.expect(DONE, "verify", both)
            # Cells that a symmetry maps to one another have the same part.
            reflected = self.build(*home, "--blank-home", "4,7", name=f"reflected_{metric}")
            self.assertEqual(both.read_bytes(), reflected.read_bytes())
            info = json.loads(self.lines("info", both, "--json")[0])
            prefix = "mtm:" if metric == "mtm" else ""
            self.assertEqual(info["plan"], f"{prefix}1-8 + {prefix}blank4:1-8 + {prefix}blank7:1-8")
            for to in (middle, "0 1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 0 8", "1 2 3 0 4 5 6 7 8"):
                line = ("--random", "100", "--runs", "--to", to)
                best = [answer.split()[:2] for answer in self.lines("solve", plain, "--optimal", *line)]
                found = [answer.split()[:2] for answer in self.lines("solve", both, *line)]
                column = 1 if metric == "mtm" else 0
                self.assertEqual([answer[column] for answer in found], [answer[column] for answer in best])
        for cell, says in (("0", "a corner needs no tables"), ("9", "a cell of the board, 0 to 8")):
            self.expect(USAGE, "build", "-o", self.directory / "none", "--board", "3x3", "--blank-home", cell,
                        says=says)
        self.expect(USAGE, "build", "-o", self.directory / "none", "--board", "3x3", "--plan", "ladder:1",
                    "--blank-home", "4", says="expected one with 5-6")

    def test_limits_give_the_lookup_solution_and_say_so(self):
        tables = self.build3(PARTS)
        hard = "8 6 7 2 5 4 3 0 1"
        lookup = self.lines("solve", tables, hard)[0]
        limited = self.lines("solve", tables, "--optimal", "--nodes", "1", hard)[0]
        if " not proven optimal: at least " in limited:
            self.assertTrue(limited.startswith(lookup))
        answer = json.loads(self.lines("solve", tables, "--optimal", "--json", hard)[0])
        self.assertEqual((answer["moves"], answer["shortest"], answer["bound"]), (31, True, 31))
        self.assertGreater(answer["looked_at"], 0)
        self.assertEqual(answer["tables"], "pattern:4-4")

    def test_values_of_whole_lines_make_fewer_runs(self):
        plan = ("--board", "3x2", "--plan", "ladder:1 + values:pairs + pattern:1-3/rest")
        lines = self.build(*plan, "--metric", "mtm", name="values")
        info = json.loads(self.lines("info", lines, "--json")[0])
        self.assertRegex(info["plan"], r"^mtm:[^+]* \+ values:pairs$")
        runs = [sum(json.loads(line)["runs"] for line in
                    self.lines("solve", lines, "--random", "50", "--effort", effort, "--json"))
                for effort in (0, 100_000)]
        self.assertLess(runs[1], runs[0])
        self.assertIn("all ", self.lines("verify", lines)[0])
        self.expect(USAGE, "build", "-o", self.directory / "none", "--plan", "values:pairs", "--metric", "mtm",
                    says="expected a plan with stages")

    def test_a_kept_search_uses_values_too(self):
        def nodes(plan, *options):
            path = self.directory / plan[:6]
            if not path.exists():
                self.build("--plan", plan, name=plan[:6])
            answer = json.loads(self.lines("solve", path, "--optimal", "--threads", "1", "--json", *options,
                                           "1 3 0 2 13 11 8 4 5 14 6 9 10 7 15 12")[0])
            self.assertEqual((answer["moves"], answer["shortest"]), (38, True))
            return answer["looked_at"]

        patterns = "pattern:" + "/".join(str(tile) for tile in range(1, 16))
        with_values = nodes("values:pairs + " + patterns)
        self.assertLess(with_values, nodes(patterns))
        self.assertEqual(nodes("values:pairs + " + patterns, "--checkpoint", self.directory / "kept.search"),
                         with_values)

    def test_files_that_lack_what_is_needed(self):
        self.expect(FILE, "solve", self.build3("ladder:2"), "--optimal", "--random", "1",
                    says="pattern tables, one stage of all tiles, or the metric mtm")
        self.expect(FILE, "solve", self.build3("pattern:4-4"), "--random", "1",
                    says="no stages to solve by")

    def test_info_shows_parts_and_patterns(self):
        tables = self.build3(PARTS)
        info = json.loads(self.expect(DONE, "info", tables, "--json").out)
        self.assertEqual([part["plan"] for part in info["parts"]],
                         ["ladder:2", "1-4/5-8", "pattern:4-4"])
        patterns = [table for table in info["tables"] if table["metric"] == "pattern"]
        self.assertEqual([table["entries"] for table in patterns], [3024, 3024])
        for table in patterns:
            self.assertEqual(sum(table["histogram"]), table["entries"])
        self.assertIn("\npattern:4-4\n", self.expect(DONE, "info", tables).out)

    def test_verify_and_export(self):
        for plan in (PARTS, "pattern:4-4"):
            tables = self.build3(plan)
            self.expect(DONE, "verify", tables)
            image = self.directory / "image"
            for more in (("--store", "zstd"), ()):
                self.expect(DONE, "export", tables, "-o", image, "--force", *more)
                self.expect(DONE, "verify", image)
                self.assertEqual(self.lines("solve", image, "--optimal", "--random", "20"),
                                 self.lines("solve", tables, "--optimal", "--random", "20"))
            reader = subprocess.run([sys.executable, REFERENCE / "read_image.py", image],
                                    check=True, capture_output=True)
            info = json.loads(self.expect(DONE, "info", tables, "--json").out)
            self.assertEqual([table["histogram"] for table in json.loads(reader.stdout)],
                             [table["histogram"] for table in info["tables"]])
        chosen = self.directory / "chosen"
        self.expect(DONE, "export", self.build("--plan", "ladder:1 + pattern:3-3-3-3-3"),
                    "-o", chosen, "--tables", "plan")
        self.expect(DONE, "verify", chosen)


class Checkpoint(CommandTest):
    """A search that is ended in the midst goes on from its file."""

    # The last of these takes 27 million nodes, the others less than a million.
    MOVES = [54, 45, 49, 49, 62, 48, 62]
    ARGUMENTS = ["--optimal", "--json", "--threads", "1", "--random", "7"]
    TWO_THREADS = ["--optimal", "--json", "--threads", "2", "--random", "7"]
    ONE_BOARD = ["--optimal", "--json", "--threads", "1", "--random", "1"]

    def setUp(self):
        super().setUp()
        self.tables = self.build("--plan", "pattern:4-4-4-3")
        self.file = self.directory / "search"
        self.kept = ["solve", self.tables, *self.ARGUMENTS, "--checkpoint", self.file]

    def answers(self, output):
        return [{**json.loads(line), "microseconds": 0} for line in output.splitlines()]

    def saved(self):
        """What the file says. Every save says something else; its time may change by itself."""
        try:
            return self.file.read_bytes()
        except FileNotFoundError:  # a search that ends removes it at any moment
            return b""

    def boards_kept(self):
        """The first save has none: it makes sure that the file can be made."""
        saved = self.saved()
        return struct.unpack_from("<I", saved, 24)[0] if saved else 0

    def start_until_it_saves(self):
        """Starts the search. Returns when it has saved what it has done, or has ended: it may, where
        the disk is slow, for then it saves less often."""
        before = self.saved()
        process = start(*self.kept)
        while process.poll() is None and (self.saved() == before or self.boards_kept() == 0):
            time.sleep(0.01)
        return process

    @unittest.skipIf(SANITIZED, "a killed process tells sanitizers nothing, and each run takes long")
    def test_after_kill_9_at_any_moment_nothing_is_different(self):
        undisturbed = self.answers(self.expect(DONE, "solve", self.tables, *self.ARGUMENTS).out)
        generator = random.Random(5)
        kills = resumed = 0
        for _ in range(100):
            goes_on = self.boards_kept() > 0
            process = self.start_until_it_saves()
            time.sleep(generator.uniform(0, 0.3))
            process.kill()
            out, err = process.communicate(timeout=TIMEOUT)
            self.assertEqual(f"going on from {self.file}: " in err, goes_on, err)
            resumed += goes_on
            if process.returncode == DONE:
                self.assertEqual(self.answers(out), undisturbed)
                if resumed > 0:
                    break
            else:
                self.assertEqual(process.returncode, -signal.SIGKILL, err)
                kills += 1
        self.assertEqual(process.returncode, DONE)
        print(f"the same solutions and nodes after {kills} kills")
        self.assertGreater(resumed, 0)
        self.expect_only("tables")

    def test_ctrl_c_saves(self):
        for _ in range(20):
            process = self.start_until_it_saves()
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=TIMEOUT)
            if process.returncode != DONE:
                break
        self.assertEqual(process.returncode, INPUT_FAILED)
        self.assertIn(f"tilebase: stopped; the search is kept in {self.file}, and the same command "
                      "goes on from it\n", err)
        # Under sanitizers it would take a minute to its end.
        again = run("solve", self.tables, *self.TWO_THREADS, "--checkpoint", self.file,
                    *(["--nodes", "1000"] if SANITIZED else []))
        self.assertIn(f"going on from {self.file}: ", again.err)
        if not SANITIZED:
            self.assertEqual([answer["moves"] for answer in self.answers(again.out)], self.MOVES)

    def test_answers_that_cannot_be_written_keep_the_file(self):
        tables = self.build("--board", "3x3", "--plan", PARTS, name="small")
        line = ["solve", tables, "--optimal", "--random", "5", "--checkpoint", self.file]
        answers = self.expect(DONE, *line[:-2]).out
        reader, pipe = os.pipe()
        os.close(reader)  # as | true
        for output in (os.open("/dev/full", os.O_WRONLY), pipe):
            process = start(*line, stdout=output)
            _, err = process.communicate(timeout=TIMEOUT)
            os.close(output)
            self.assertEqual(process.returncode, INPUT_FAILED, err)
            self.assertIn(f"{self.file} keeps the search; the same command prints all results again", err)
            again = self.expect(DONE, *line, says=f"going on from {self.file}: 5 boards solved")
            self.assertEqual(again.out, answers)
            self.assertFalse(self.file.exists())

    def begin_waiting(self):
        """A run that has answered one board and waits for the next, with the rest of its command."""
        tables = self.build("--board", "3x3", "--plan", PARTS, name="small")
        line = ["solve", tables, "--optimal", "-", "--checkpoint", self.file]
        process = start(*line, stdin=subprocess.PIPE)
        process.stdin.write("1234567_8\n")
        process.stdin.flush()
        self.assertEqual(process.stdout.readline(), "1 L\n")
        process.stdin.write("1 2 3")  # the beginning of a line
        process.stdin.flush()
        return process, line

    def test_ctrl_c_between_two_boards_ends_the_wait_and_keeps_the_file(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process, line = self.begin_waiting()
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=TIMEOUT), INPUT_FAILED)
            self.assertEqual(process.stdout.read(), "")
            self.assertIn(f"stopped; the search is kept in {self.file}", process.stderr.read())
            again = self.expect(DONE, *line, input="1234567_8\n1234567_8\n",
                                says=f"going on from {self.file}: 1 board solved")
            self.assertEqual(again.out, "1 L\n1 L\n")
            self.assertFalse(self.file.exists())
            for stream in (process.stdin, process.stdout, process.stderr):
                stream.close()

    def test_one_run_at_a_time_has_the_file(self):
        process, line = self.begin_waiting()
        # It locks what it saves, too.
        kept = self.saved()
        for _ in range(2):
            self.expect(INPUT_FAILED, *line, input="1234567_8\n", says=f"{self.file}: another process is using it")
        self.assertEqual(self.saved(), kept)
        process.kill()
        process.communicate(timeout=TIMEOUT)
        self.expect(DONE, *line, input="1234567_8\n")
        self.expect_only("small", "tables")

    def test_limits_count_what_a_run_does(self):
        arguments = ["solve", self.tables, *self.ONE_BOARD]
        whole = self.answers(self.expect(DONE, *arguments).out)
        arguments += ["--checkpoint", self.file, "--nodes", "20000"]
        for _ in range(whole[0]["looked_at"] // 20000):
            result = self.expect(INPUT_FAILED, *arguments)
            self.assertIn(f"{self.file} keeps the searches that have not ended", result.err)
        self.assertEqual(self.answers(self.expect(DONE, *arguments).out), whole)
        self.expect_only("tables")

    def test_other_files_and_boards_are_refused(self):
        self.expect(USAGE, "solve", self.tables, *self.ARGUMENTS, "--checkpoint", "",
                    says="--checkpoint: expected the name of a file")
        self.file.write_text("what somebody wrote")
        self.expect(FILE, *self.kept, says=f"{self.file}: is no checkpoint of a search")
        self.assertEqual(self.file.read_text(), "what somebody wrote")
        self.file.unlink()
        self.expect(INPUT_FAILED, *self.kept, "--nodes", "20000")
        kept = self.file.read_bytes()
        self.assertIn("board 1 is another one there", self.expect(FILE, *self.kept, "--seed", "2").err)
        other = self.build("--plan", "pattern:3-3-3-3-3", name="other")
        self.expect(FILE, "solve", other, *self.ARGUMENTS, "--checkpoint", self.file,
                    says="is the checkpoint of a search with other pattern tables")
        self.assertEqual(self.file.read_bytes(), kept)
        self.file.write_bytes(kept[:-20])
        self.expect(FILE, *self.kept, says=f"{self.file}: is damaged; remove it to begin again")
        partial = self.directory / "search.partial"
        partial.write_text("somebody's too")
        self.file.unlink()
        self.expect(FILE, *self.kept, says=f"{partial}: is in the way")
        self.assertEqual(partial.read_text(), "somebody's too")
        lines = self.build("--board", "3x3", "--plan", "rest", "--metric", "mtm", name="lines")
        self.expect(USAGE, "solve", lines, *self.ARGUMENTS, "--checkpoint", self.file,
                    says="this set has none")


EIGHT = "42_713856"  # 10 moves
SIZE = (3, 3)


class Analyse(CommandTest):
    def setUp(self):
        super().setUp()
        self.whole = self.build("--board", "3x3", "--plan", "1-8", name="whole")
        self.patterns = self.build("--board", "3x3", "--plan", "1-3/rest + pattern:4-4", name="patterns")

    def analyse(self, *arguments, code=DONE):
        return json.loads(self.expect(code, "analyse", *arguments, "--json").out)

    def test_patterns_and_the_whole_table_tell_the_same(self):
        boards = [EIGHT, "8 6 7 2 5 4 3 0 1", "123456780", "1234567_8"]
        for board in boards:
            answer = self.analyse(self.whole, board)
            self.assertEqual(self.analyse(self.patterns, board), answer)
            best = [letter for letter, moves in answer["after"].items() if moves < answer["moves"]]
            self.assertEqual(bool(best), answer["moves"] > 0)
            for actions in answer["shortest"]["actions"]:
                self.assertIn(actions[:1], best + [""])

    def test_prints_the_moves_and_the_solutions(self):
        out = self.expect(DONE, "analyse", self.whole, "1234567_8").out
        self.assertEqual(out, "1 move to go\n  L  0\n  R  2  (2 more than the best)\n"
                              "  D  2  (2 more than the best)\n1 solution of that length\n  L\n")

    def test_a_game_tells_where_it_lost_moves(self):
        best = self.expect(DONE, "solve", self.whole, EIGHT).out.split()[1]
        self.assertEqual(self.analyse(self.patterns, EIGHT, "--moves", best)["lost"], 0)
        back = {"L": "R", "R": "L", "U": "D", "D": "U"}
        detour = best[:4] + best[4] + back[best[4]] + best[4:]
        answer = self.analyse(self.patterns, EIGHT, "--moves", detour)
        self.assertEqual((answer["moves"], answer["shortest"], answer["lost"], answer["mistakes"]),
                         (12, 10, 2, [6]))
        self.assertEqual(answer["to_go"][:8], [10, 9, 8, 7, 6, 5, 6, 5])
        chart = self.directory / "game.svg"
        out = self.expect(DONE, "analyse", self.whole, EIGHT, "--moves", detour, "--svg", chart).out
        self.assertIn("10 would do\n2 moves lost, two by each of:\n  move 6, ", out)
        self.assertIn("<svg", chart.read_text())
        self.expect(FILE, "analyse", self.whole, EIGHT, "--moves", detour, "--svg", chart)

    def test_a_game_may_have_no_moves_yet(self):
        out = self.expect(DONE, "analyse", self.whole, "42_713856", "--moves", "").out
        self.assertEqual(out, "0 moves, 0 runs; 10 to go; 10 would have done from the start\n")

    def test_what_cannot_be_played_or_asked_is_told(self):
        self.expect(USAGE, "analyse", self.whole, EIGHT, "--moves", "UX", says="character 2")
        self.expect(USAGE, "analyse", self.whole, EIGHT, "--moves", "D", says="move 1")
        self.expect(INPUT_FAILED, "analyse", self.whole, "24_713856", says="cannot be solved")
        staged = self.build("--board", "3x3", "--plan", "ladder:1", name="staged")
        self.expect(FILE, "analyse", staged, EIGHT, says="pattern tables, one stage")

    def test_whole_lines_are_one_move(self):
        whole = self.build("--board", "3x3", "--plan", "rest", "--metric", "mtm", name="whole_lines")
        searched = self.build("--board", "3x3", "--plan", "1-3/rest", "--metric", "mtm", name="lines")
        hard = "8672543_1"
        answer = self.analyse(whole, hard)
        self.assertEqual(self.analyse(searched, hard), answer)
        self.assertEqual((answer["metric"], answer["moves"]), ("mtm", 20))
        self.assertEqual(set(answer["after"]), {"L", "R", "D", "D2"})
        self.assertEqual(min(answer["after"].values()), 19)
        for actions in answer["shortest"]["actions"]:
            self.assertEqual(len(list(itertools.groupby(actions))), 20)
        self.assertEqual(self.expect(DONE, "analyse", whole, "12345678_").out.splitlines()[:6],
                         ["0 moves to go", "  R   1  (2 more than the best)", "  R2  1  (2 more than the best)",
                          "  D   1  (2 more than the best)", "  D2  1  (2 more than the best)",
                          "1 solution of that length"])
        for tables in (whole, searched):
            for moves, expected in (("L2 U2", {"lost": 0, "mistakes": [], "to_go": [2, 1, 0]}),
                                    ("L", {"lost": 1, "mistakes": [1], "to_go": [2, 2]}),
                                    ("L2R2", {"lost": 2, "mistakes": [2], "to_go": [2, 1, 2]})):
                game = self.analyse(tables, "_12453786", "--moves", moves)
                self.assertEqual({**game, **expected}, game)
                self.assertEqual((game["metric"], game["shortest"]), ("mtm", 2))
        out = self.expect(DONE, "analyse", whole, "_12453786", "--moves", "L2R2").out
        self.assertEqual(out, "4 moves, 2 runs; 2 runs to go; 2 runs would have done from the start\n"
                              "2 runs lost, at:\n  run 2, R2: 1 to go before, 2 after\n")

    def test_limits_leave_the_best_known_and_the_bound(self):
        fifteen = self.build("--plan", "ladder:1 + pattern:3-3-3-3-3", name="fifteen")
        hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"  # 80 moves
        answer = self.analyse(fifteen, hard, "--time", "50ms")
        self.assertFalse(answer["exact"])
        self.assertTrue(answer["bound"] <= 80 <= answer["moves"])
        self.assertEqual(set(answer["after_bounds"]), set(answer["after"]))
        self.assertNotIn("shortest", answer)
        solution = self.expect(DONE, "solve", fifteen, "--effort", 5000, hard).out.split()[1]
        game = self.analyse(fifteen, hard, "--moves", solution, "--time", "100ms")
        self.assertFalse(game["exact"])
        self.assertTrue(game["bound"] <= 80 <= game["shortest"] <= len(solution))
        self.assertEqual(game["lost"], len(solution) - game["shortest"])
        for least, most, left in zip(game["bounds"], game["to_go"], range(len(solution), -1, -1)):
            self.assertTrue(least <= most <= left)
        chart = self.directory / "limited.svg"
        out = self.expect(DONE, "analyse", fifteen, hard, "--moves", solution, "--time", "100ms",
                          "--svg", chart).out
        self.assertRegex(out, r"^\d+ moves, \d+ runs; \d+ would do, fewer than \d+ would not\n")
        self.assertIn("the bound", chart.read_text())

    def test_solve_prints_runs(self):
        line = self.expect(DONE, "solve", self.whole, EIGHT).out.split()
        moves, runs, *text = self.expect(DONE, "solve", self.whole, "--runs", EIGHT).out.split()
        self.assertEqual((moves, int(runs)), (line[0], len(text)))
        self.assertEqual("".join(run[0] * int(run[1:] or 1) for run in text), line[1])
        answer = json.loads(self.expect(DONE, "solve", self.whole, "--runs", "--json", EIGHT).out)
        self.assertEqual((answer["runs"], answer["actions"]), (len(text), " ".join(text)))


if __name__ == "__main__":
    unittest.main()
