# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""bulk_test.py [KILLS]: boards by the billion, here a few thousand: parts, records, and files that
the same command goes on with after any death."""

import concurrent.futures
import os
import random
import resource
import signal
import subprocess
import sys
import time
import unittest

try:
    import numpy
except ImportError:
    numpy = None

from command import DONE, FILE, INPUT_FAILED, SANITIZED, TIMEOUT, USAGE, CommandTest, run, start
import puzzle

KILLS = 1 if SANITIZED else 2
if len(sys.argv) > 1 and sys.argv[1].isdigit():
    KILLS = int(sys.argv.pop(1))


class BulkTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.tables = self.build()
        self.generator = random.Random(22)

    def small(self):
        """For 3x3: exact lengths, and a search."""
        return self.build("--board", "3x3", "--plan", "rest + pattern:4-4", name="small")

    def boards_file(self, count=500):
        """Boards as people keep them: with comments, blank lines, mistakes, and no last line end."""
        lines = ["\ufeff# boards", ""]
        for i, board in enumerate(puzzle.random_boards(count, seed=7)):
            lines.append(puzzle.text(board) + (" # comment" if i % 9 == 0 else ""))
            lines += ["1 2 3"] * (i % 31 == 0) + ["", "#" * (i % 200)] * (i % 5 == 0)
        path = self.directory / "boards"
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    def output(self, *arguments, stdin=None):
        """What a command prints, as bytes."""
        with open(stdin or os.devnull, "rb") as opened:
            result = run(*arguments, stdin=opened, text=False)
        self.assertIn(result.code, (DONE, INPUT_FAILED), result.err)
        return result.out


class Parts(BulkTest):
    def expect_parts(self, *arguments, stdin=None):
        whole = self.output(*arguments, stdin=stdin)
        self.assertGreater(len(whole), 100)
        for count in (3,) if SANITIZED else (1, 2, 3, 7):
            parts = [self.output(*arguments, "--part", f"{part}/{count}", stdin=stdin)
                     for part in range(1, count + 1)]
            self.assertEqual(b"".join(parts), whole, (arguments, count))
            self.assertTrue(all(len(part) < 2 * len(whole) / count for part in parts), count)

    def test_of_random_boards_are_the_whole(self):
        self.expect_parts("solve", self.tables, "--random", 1000)
        self.expect_parts("solve", self.tables, "--random", 100, "--effort", 300, "--seed", 5)
        self.expect_parts("solve", self.tables, "--random", 500, "--binary", "--actions", 9)
        self.expect_parts("solve", self.small(), "--random", 200, "--optimal", "--binary")

    def test_of_standard_input_are_the_whole(self):
        boards = self.boards_file()
        self.expect_parts("solve", self.tables, "-", stdin=boards)
        self.expect_parts("solve", self.tables, "-", "--json", "--goal", "blank-first", stdin=boards)
        records = self.directory / "records"
        records.write_bytes(self.output("solve", self.tables, "-", "--binary", stdin=boards))
        self.expect_parts("solve", self.tables, "-", "--binary-input", stdin=records)

    def test_of_scrambled_boards_are_the_whole(self):
        small = self.small()
        self.expect_parts("scramble", self.tables, "--moves", "110..120", "--count", 300)
        self.expect_parts("scramble", self.tables, "--moves", "8..9", "--count", 300)
        self.expect_parts("scramble", small, "--moves", "1", "--count", 300, "--binary")
        self.expect_parts("scramble", small, "--moves", "18..22", "--count", 100, "--optimal", "--json")

    def test_may_be_more_than_the_boards(self):
        self.assertEqual(self.output("solve", self.tables, "--random", 3, "--part", "1/1000"), b"")
        short = self.directory / "short"
        short.write_text("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n", encoding="ascii")
        found = [self.output("solve", self.tables, "-", "--part", f"{part}/30", stdin=short)
                 for part in range(1, 31)]
        self.assertEqual([answer for answer in found if answer], [b"1 L\n"])

    def test_that_cannot_be_are_refused(self):
        for part in ("0/3", "4/3", "3", "1/", "/2", "1/0", "1/1000001", "a/b", "-1/2"):
            self.expect(USAGE, "solve", self.tables, "--random", 5, f"--part={part}",
                        says="expected a part such as 3/16")
        self.expect(USAGE, "solve", self.tables, "-", "--part", "1/2", input="1 2 3\n",
                    says="expected one, as in: tilebase solve FILE - < BOARDS")
        for boards in (["1 2 3"], ["-", "--random", 5], ["-", "-"]):
            self.expect(USAGE, "solve", self.tables, *boards, "--part", "1/2",
                        says="expected all boards in one way")


class Records(BulkTest):
    def test_hold_what_lines_do(self):
        boards = self.boards_file(100)
        lines = self.output("solve", self.tables, "-", stdin=boards).decode().splitlines()
        records = self.output("solve", self.tables, "-", "--binary", "--actions", 400, stdin=boards)
        self.assertEqual(len(records), 418 * len(lines))
        for line, at in zip(lines, range(0, len(records), 418)):
            board, length = records[at:at + 16], int.from_bytes(records[at + 16:at + 18], "little")
            actions = records[at + 18:at + 418].rstrip(b"\0").decode()
            if line.startswith("error"):
                self.assertEqual((board, length, actions), (b"\xff" * 16, 65535, ""))
            else:
                self.assertEqual(line, f"{length} {actions}")
                self.assertEqual(puzzle.replay(list(board), actions), puzzle.solved())

    def test_of_scramble_have_the_length_that_solve_finds(self):
        small = self.small()
        made = self.directory / "made"
        for how in ([], ["--optimal"]):
            made.write_bytes(self.output("scramble", small, "--moves", "10..25", "--count", 50,
                                         "--binary", *how))
            for way in ([], ["--optimal"]):
                self.assertEqual(self.output("solve", small, "-", "--binary-input", "--binary", *way,
                                             stdin=made), made.read_bytes())

    def test_that_no_solution_belongs_to_say_so(self):
        records = self.directory / "records"
        records.write_bytes(bytes([1, 2, 3, 4, 5, 6, 8, 7, 0, 9, 9]) + bytes([1, 1, 3, 4, 5, 6, 8, 7, 0, 0, 0]))
        small = self.small()
        with open(records, "rb") as opened:
            result = self.expect(INPUT_FAILED, "solve", small, "-", "--binary-input", stdin=opened)
        self.assertIn("cannot be solved", result.out.splitlines()[0])
        self.assertIn("error: byte 1 is 1; expected each of 0 to 8 once", result.out.splitlines()[1])
        self.assertEqual(self.output("solve", small, "-", "--binary-input", "--binary", stdin=records),
                         bytes([1, 2, 3, 4, 5, 6, 8, 7, 0, 255, 255]) + b"\xff" * 11)
        # A search ended by its limits has no exact length.
        stages = self.build("--board", "3x3", "--plan", "1-3/rest + pattern:4-4", name="stages")
        found = self.output("solve", stages, "--random", 20, "--optimal", "--nodes", 1, "--binary")
        self.assertIn(b"\xff\xff", found)

    def test_cut_off_are_told(self):
        with open(self.directory / "cut", "w+b") as cut:
            cut.write(self.output("solve", self.small(), "--random", 3, "--binary")[:-4])
            cut.seek(0)
            result = self.expect(INPUT_FAILED, "solve", "small", "-", "--binary-input", stdin=cut,
                                 cwd=self.directory, says="ends 7 bytes into a record; expected 11")
        self.assertEqual(len(result.out.splitlines()), 2)

    @unittest.skipIf(numpy is None, "needs numpy")
    def test_are_read_by_three_lines_of_numpy(self):
        data = self.directory / "data"
        self.expect(DONE, "solve", self.small(), "--random", 100, "--optimal", "--binary", "--actions",
                    1, "-o", data)
        row = numpy.dtype([("board", "u1", (3, 3)), ("length", "<u2"), ("actions", "S1")])
        rows = numpy.fromfile(data, row)
        boards, lengths = rows["board"], rows["length"]
        self.assertEqual(boards.shape, (100, 3, 3))
        self.assertTrue((numpy.sort(boards.reshape(100, 9)) == numpy.arange(9)).all())
        self.assertTrue(20 < lengths.mean() < 24 and lengths.max() <= 31)
        self.assertEqual(set(rows["actions"]), {b"L", b"R", b"U", b"D"})


class Files(BulkTest):
    def jobs(self):
        """Commands and the standard input of each, that take some tenths of a second."""
        boards = self.boards_file(8000)
        small = self.small()
        return ((["solve", self.tables, "--random", "40000"], None),
                (["solve", self.tables, "-", "--binary", "--part", "2/3"], boards),
                (["solve", small, "--random", "10000", "--optimal", "--threads", "1"], None),
                (["scramble", self.tables, "--moves", "110..120", "--count", "15000"], None),
                (["scramble", small, "--moves", "20..22", "--count", "2500", "--optimal", "--binary"], None))

    def go(self, arguments, boards, stop=None, **options):
        """Runs to the end, or until `stop`, (seconds, signal). Returns the exit code and messages."""
        with open(boards or os.devnull, "rb") as stdin:
            process = start(*arguments, stdin=stdin, **options)
            if stop is not None:
                try:
                    process.wait(stop[0])
                except subprocess.TimeoutExpired:
                    process.send_signal(stop[1])
            _, err = process.communicate(timeout=TIMEOUT)
        return process.returncode, err

    def partials(self):
        return [name for name in os.listdir(self.directory) if name.endswith(".partial")]

    def test_are_the_same_after_any_deaths(self):
        resumed = same = 0
        for job, (arguments, boards) in enumerate(self.jobs()):
            expected = self.output(*arguments, stdin=boards)
            path = self.directory / f"answers{job}"
            begin = time.monotonic()
            self.go([*arguments, "-o", path], boards)
            duration = time.monotonic() - begin
            self.assertEqual(path.read_bytes(), expected)
            kill = 0
            # Now and then every stop comes before there is an answer: then make some more.
            while kill < KILLS or (job == 4 and resumed == 0 and kill < 40):
                kill += 1
                path.unlink()
                for _ in range(self.generator.choice((1, 1, 3))):
                    if not path.exists():
                        number = self.generator.choice((signal.SIGKILL, signal.SIGINT))
                        self.go([*arguments, "-o", path], boards,
                                (self.generator.uniform(0, duration), number))
                if not path.exists():
                    _, err = self.go([*arguments, "-o", path], boards)
                    resumed += "going on from" in err
                self.assertEqual(path.read_bytes(), expected, f"{arguments}, kill {kill}")
                self.assertEqual(self.partials(), [])
                same += 1
        print(f"the same bytes after kill -9 and Ctrl-C {same} times; {resumed} times it went on from "
              "answers that were there")
        self.assertGreater(resumed, 0, "the kills come too early or too late")

    def wait_until_written(self, process, size=0):
        """Until a file that is not done holds more than `size` bytes."""
        while not any((self.directory / name).stat().st_size > size for name in self.partials()):
            self.assertIsNone(process.poll())
            time.sleep(0.01)

    def interrupted(self, *arguments):
        """Begins a job that takes long, and stops it when it has written something."""
        process = start(*arguments)
        self.wait_until_written(process)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=TIMEOUT)
        return process.returncode, err

    def test_stopped_say_so_and_keep_the_answers_before_the_first_that_is_not_whole(self):
        arguments = ["solve", self.tables, "--random", 10 ** 9, "-o", self.directory / "out"]
        code, err = self.interrupted(*arguments)
        self.assertEqual(code, INPUT_FAILED)
        self.assertIn("stopped; the same command goes on from here", err)
        partial = self.directory / self.partials()[0]
        text = partial.read_bytes()
        # A machine that stops may leave blocks of zeros, and half a line.
        for torn in (b"\0" * 5000, text.splitlines(True)[-1][:-1], b"17 LR\0\0\0\0\n"):
            partial.write_bytes(text + torn)
            process = start(*arguments)
            self.wait_until_written(process, len(text + torn))
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=TIMEOUT)
            lines = text.count(b"\n")
            self.assertIn(f"going on from {lines} boards", err)
            self.assertTrue(partial.read_bytes().startswith(text))
            self.assertNotIn(b"\0", partial.read_bytes())

    def test_of_another_command_are_left_alone(self):
        path = self.directory / "out"
        self.interrupted("solve", self.tables, "--random", 10 ** 9, "-o", path)
        left = self.partials()
        self.expect(DONE, "solve", self.tables, "--random", 10, "-o", path)
        self.assertEqual(path.read_bytes(), self.output("solve", self.tables, "--random", 10))
        self.assertEqual(self.partials(), left)
        self.expect(FILE, "solve", self.tables, "--random", 20, "-o", path, says="exists; remove it")
        self.expect(DONE, "solve", self.tables, "--random", 20, "-o", path, "--force")
        self.assertEqual(path.read_bytes(), self.output("solve", self.tables, "--random", 20))

    def test_that_another_process_writes_are_refused(self):
        arguments = ["solve", self.tables, "--random", 10 ** 9, "-o", self.directory / "out"]
        process = start(*arguments)
        self.wait_until_written(process)
        self.expect(INPUT_FAILED, *arguments, says="another process is writing it")
        process.kill()
        process.communicate(timeout=TIMEOUT)

    def test_of_another_input_are_not_gone_on_with(self):
        """A file of the same size and time, in the place of the one that a run was in the midst of."""
        tables, boards, path = self.tables, self.directory / "boards", self.directory / "out"
        lines = [puzzle.text(board) + "\n" for board in puzzle.random_boards(3000, seed=3)]
        boards.write_text("".join(lines))
        then = os.stat(boards).st_mtime_ns // 10 ** 9 * 10 ** 9
        arguments = ["solve", tables, "-", "-o", path]

        def replace(file, content):
            """As rsync does."""
            new = self.directory / "new"
            new.write_bytes(content)
            os.utime(new, ns=(then, then))
            new.rename(file)

        def fill_disk():
            with open(boards, "rb") as opened:
                result = run(*arguments, stdin=opened, preexec_fn=lambda: resource.setrlimit(
                    resource.RLIMIT_FSIZE, (100000, 100000)))
            self.assertEqual(result.code, INPUT_FAILED)
            self.assertIn("cannot write", result.err)

        replace(boards, "".join(lines).encode())
        replace(tables, tables.read_bytes())
        fill_disk()
        replace(boards, "".join(reversed(lines)).encode())
        _, err = self.go(arguments, boards)
        self.assertNotIn("going on", err)
        self.assertEqual(path.read_bytes(), self.output("solve", tables, "-", stdin=boards))
        path.unlink()
        fill_disk()
        replace(tables, tables.read_bytes())
        _, err = self.go(arguments, boards)
        self.assertNotIn("going on", err)

    def test_remember_that_a_board_failed(self):
        path = self.directory / "out"
        arguments = ["solve", self.tables, "1 2 3", "--random", 200000, "-o", path]
        self.interrupted(*arguments)
        partial = self.directory / self.partials()[0]
        self.assertTrue(partial.read_bytes().startswith(b"error: 3 numbers"))
        self.expect(INPUT_FAILED, *arguments)
        self.assertEqual(path.read_bytes().count(b"\n"), 200001)

    def test_one_after_another_on_several_processes_are_the_whole(self):
        def part(number):
            path = self.directory / f"part{number}"
            self.expect(DONE, "solve", self.tables, "--random", 1000, "--part", f"{number}/7", "-o", path)
            return path.read_bytes()

        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            parts = list(pool.map(part, range(1, 8)))
        self.assertEqual(b"".join(parts), self.output("solve", self.tables, "--random", 1000))

    def test_that_cannot_be_written_are_told(self):
        self.expect(FILE, "solve", self.tables, "--random", 1, "-o", self.directory / "none" / "out",
                    says="cannot create")
        self.expect(FILE, "solve", self.tables, "--random", 1, "-o", self.directory,
                    says="is a directory")
        result = run("solve", self.tables, "--random", 100000, "-o", self.directory / "out",
                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000)))
        self.assertEqual(result.code, INPUT_FAILED)
        self.assertIn("cannot write", result.err)
        for options in (["--draw", "-o", "x"], ["--json", "--binary"], ["--runs", "--binary"],
                        ["--actions", "5"], ["--force"], ["-o", ""], ["--notation", "tiles", "--binary"]):
            self.expect(USAGE, "solve", self.tables, "--random", 1, *options, says="--")
        self.expect(USAGE, "scramble", self.tables, "--moves", 5, "--json", "--binary", says="--json")


if __name__ == "__main__":
    unittest.main()
