# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Outputs that cannot be made: a message, nothing under the final name, nothing left over, and what
was there before stays. And nothing is dropped in silence: input that cannot be read, streams that
are closed, options that contradict each other, and errors as JSON."""

import json
import os
import resource
import signal
import subprocess
import unittest

from command import DONE, FILE, INPUT_FAILED, TILEBASE, TIMEOUT, USAGE, CommandTest, run, start

def identity(path):
    status = os.lstat(path)
    return status.st_ino, status.st_mode, status.st_size, status.st_mtime_ns


class BadOutputs(CommandTest):
    def test_a_directory_that_cannot_be_written(self):
        (self.directory / "file").write_text("mine")
        for path in (self.directory / "file" / "tables", self.directory / "missing" / "tables",
                     f"{self.directory}/missing/", "/proc/tables"):
            with self.subTest(path=path):
                self.expect(FILE, "build", "-o", path,
                            says=[str(path), "choose an output in a directory that is there"])
        self.expect_only("file")

    def test_an_existing_output_stays_unless_it_is_to_be_replaced(self):
        path = self.directory / "tables"
        path.write_text("mine")
        build = ("build", "-o", path, "--plan", "ladder:1")
        self.expect(FILE, *build, says=["tables: exists", "--force"])
        self.assertEqual(path.read_text(), "mine")
        self.expect(DONE, *build, "--force")
        self.expect(DONE, "verify", path)
        self.expect_only("tables")

    def test_only_files_are_replaced(self):
        fifo = self.directory / "fifo"
        os.mkfifo(fifo)
        for path, says in ((self.directory, "is a directory"), (fifo, "is not a regular file")):
            self.expect(FILE, "build", "-o", path, "--force", says=[says, "choose the name"])
        self.expect_only("fifo")
        self.assertTrue(fifo.is_fifo())

    def test_names_beside_the_output_are_nobody_elses(self):
        """Finished tables under the names that work files once had."""
        path = self.directory / "a"
        table = self.build(name="table").read_bytes()
        for name in ("a.level", "a.partial", "a.level.partial"):
            (self.directory / name).write_bytes(table)
        self.expect(DONE, "build", "-o", path, "--plan", "ladder:3")
        for name in ("a.level", "a.partial", "a.level.partial"):
            self.assertEqual((self.directory / name).read_bytes(), table, name)
        self.expect_only("a", "a.level", "a.level.partial", "a.partial", "table")

    def test_what_is_under_the_journals_name_is_refused_and_stays(self):
        table = self.build(name="table")
        content = table.read_bytes()
        journal = self.directory / "a.journal"
        says = [f"{journal}: is in the way", "choose another output"]
        for make in (lambda: journal.write_bytes(content), lambda: journal.symlink_to(table),
                     lambda: journal.symlink_to("missing"), lambda: os.mkfifo(journal),
                     lambda: journal.write_text("my diary")):
            make()
            before = identity(journal)
            for force in ((), ("--force",)):
                self.expect(FILE, "build", "-o", self.directory / "a", *force, says=says)
            self.assertEqual(identity(journal), before)
            self.assertEqual(table.read_bytes(), content)
            self.expect_only("a.journal", "table")
            journal.unlink()

    def test_export_follows_no_link_and_waits_for_no_fifo(self):
        table = self.build(name="table")
        target = self.directory / "target"
        target.write_text("mine")
        partial = self.directory / "e.partial"
        for make in (lambda: partial.symlink_to(target), lambda: os.mkfifo(partial)):
            make()
            self.expect(DONE, "export", table, "-o", self.directory / "e", "--force")
            self.assertEqual(target.read_text(), "mine")
            partial.unlink()
        self.expect_only("e", "table", "target")

    def test_a_drawing_of_plans_replaces_files_only_and_makes_no_folder(self):
        fifo = self.directory / "fifo"
        os.mkfifo(fifo)
        plan = ("plan", "--board", "2x2", "--svg")
        self.expect(INPUT_FAILED, *plan, fifo, "--force", says=f"{fifo}: is not a regular file")
        missing = self.directory / "no" / "folder" / "a.svg"
        self.expect(INPUT_FAILED, *plan, missing, says=f"{missing}: cannot create")
        self.assertTrue(fifo.is_fifo())
        self.expect_only("fifo")

    def test_an_interrupted_build_of_something_else_stays(self):
        path = self.directory / "tables"
        process = start("build", "-o", path, "--board", "5x5", "--plan", "ladder:3", "--json")
        while '"event":"table"' not in process.stdout.readline():
            pass
        process.kill()
        process.communicate()
        self.expect(FILE, "build", "-o", path,
                    says=["begun as", "board 5x5, plan ladder:3", "board 4x4, plan 1-4/",
                          "finish that one, or delete the file"])
        self.expect_only("tables.journal")

    def test_two_builds_of_the_same_output(self):
        path = self.directory / "tables"
        arguments = ["build", "-o", path, "--plan", "ladder:5"]
        processes = [start(*arguments) for _ in range(2)]
        errors = {}
        for process in processes:
            _, err = process.communicate(timeout=TIMEOUT)
            errors[process.returncode] = err
        self.assertEqual(sorted(errors), [DONE, FILE])
        self.assertRegex(errors[FILE], "another build is writing this output|exists")
        self.expect(DONE, "verify", path)
        self.expect_only("tables")


class FullDisks(CommandTest):
    def setUp(self):
        super().setUp()
        path = self.build("--plan", "ladder:3", name="whole")
        self.whole = path.stat().st_size
        path.unlink()

    def expect_no_room(self, code, err):
        self.assertEqual(code, INPUT_FAILED, err)
        self.assertTrue(err.startswith("tilebase: "), err)
        self.assertRegex(err, "No space left on device|File too large|are free")
        self.assertIn("make room or write elsewhere", err)

    def test_a_full_disk(self):
        # The file system disappears with the process that mounted it. If the root folder is no
        # mount point, as in a chroot, unshare cannot make mounts private, so the script also
        # unmounts it.
        script = ('mount -t tmpfs -o size=$1 none "$2" || exit 99; shift; trap \'umount "$1"\' EXIT\n'
                  '"$2" build -o "$1/tables" --plan ladder:3; code=$?; ls -A "$1"; exit $code')
        # The disk holds part of the journal, the journal, or the journal and part of the file.
        for share in (0.1, 0.5, 0.9, 1.2, 1.6):
            with self.subTest(share=share):
                size = str(int(share * self.whole))
                result = subprocess.run(
                    ["unshare", "--mount", "--propagation", "unchanged", "sh", "-c", script, "-", size,
                     str(self.directory), TILEBASE],
                    capture_output=True, text=True, check=False, timeout=TIMEOUT)
                if result.returncode == 99 or "unshare failed" in result.stderr:
                    self.skipTest("may not mount")
                self.expect_no_room(result.returncode, result.stderr)
                self.assertEqual(result.stdout, "", "files are left over")

    def test_a_limit_on_the_size_of_files(self):
        # The caller decides whether the limit also sends a signal.
        for action in (signal.SIG_IGN, signal.SIG_DFL):
            for share in (0.01, 0.1, 0.5, 0.9, 0.99):
                size = int(share * self.whole)

                def limit():
                    signal.signal(signal.SIGXFSZ, action)
                    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

                with self.subTest(share=share, action=action):
                    result = self.expect(INPUT_FAILED, "build", "-o", self.directory / "tables",
                                         "--plan", "ladder:3", preexec_fn=limit,
                                         restore_signals=False, says="File too large")
                    self.expect_no_room(result.code, result.err)
                    self.expect_only()


class OutputsThatClose(CommandTest):
    def test_a_reader_that_goes_away_ends_the_command_without_a_word(self):
        tables = self.build()
        process = start("solve", tables, "--random", 10 ** 9)
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual(process.stderr.read(), "")
        process.stderr.close()
        self.assertEqual(process.wait(timeout=TIMEOUT), INPUT_FAILED)

    def test_results_that_cannot_be_written_are_told(self):
        tables = self.build()
        for command in (["solve", tables, "--random", "1"], ["solve", tables, "--random", "9999"],
                        ["info", tables], ["info", tables, "--json"], ["verify", tables],
                        ["--help"]):
            with self.subTest(command), open("/dev/full", "w", encoding="ascii") as full:
                process = start(*command, stdout=full)
                _, err = process.communicate(timeout=TIMEOUT)
                self.assertEqual(process.returncode, INPUT_FAILED)
                self.assertIn("standard output: cannot write", err)


SOLVED = "1 2 3 4 5 6 7 8 0"
LINE_BYTES = 8_000_000


class Streams(CommandTest):
    def setUp(self):
        super().setUp()
        self.tables = self.build("--board", "3x3", "--plan", "rest")

    def shell(self, line):
        return subprocess.run(["sh", "-c", line, TILEBASE, self.tables, self.directory], text=True,
                              capture_output=True, check=False, timeout=100)

    def test_a_folder_has_no_boards(self):
        result = self.shell('"$0" solve "$1" - < "$2"')
        self.assertEqual((result.returncode, result.stdout),
                         (INPUT_FAILED, ""))
        self.assertIn("standard input: cannot read: Is a directory", result.stderr)
        self.assertEqual(self.shell('"$0" compare --boards 3x3:- < "$2"').returncode, INPUT_FAILED)
        self.expect(INPUT_FAILED, "compare", "--boards", f"3x3:{self.directory}",
                    says="cannot read: Is a directory")

    def test_a_line_that_never_ends_is_told(self):
        result = self.expect(INPUT_FAILED, "solve", self.tables, "-",
                             input=f"{SOLVED}\n{'1' * 2 * LINE_BYTES}\n{SOLVED}\n",
                             says=f"standard input:2: a line of more than {LINE_BYTES} bytes")
        self.assertEqual(result.out, "0 \n")

    def test_a_file_of_boards_may_have_comments_blank_lines_and_a_mark(self):
        text = f"\ufeff# three boards\n\n{SOLVED} # solved\r\n \t\n123456708\n"
        self.assertEqual(self.expect(DONE, "solve", self.tables, "-", input=text).out, "0 \n1 L\n")
        boards = self.directory / "boards"
        boards.write_text(text, encoding="utf-8")
        self.assertIn("2 boards of 3x3", self.expect(DONE, "compare", "--boards", f"3x3:{boards}").out)

    def test_closed_input_is_not_the_table(self):
        result = self.shell('"$0" solve "$1" - <&-')
        self.assertEqual((result.returncode, result.stdout), (INPUT_FAILED, ""))
        self.assertIn("standard input: cannot read: Bad file descriptor", result.stderr)
        result = self.shell(f'"$0" solve "$1" "{SOLVED}" <&-')
        self.assertEqual((result.returncode, result.stdout), (DONE, "0 \n"))

    def test_closed_output_is_told(self):
        for command in ('build -o "$2/new" --board 2x2 --json', 'info "$1"', 'solve "$1" --random 3'):
            result = self.shell(f'"$0" {command} >&-')
            self.assertEqual(result.returncode, INPUT_FAILED)
            self.assertEqual(result.stderr, "tilebase: standard output: it is closed, and the results "
                                            "are lost; redirect it to a file or to /dev/null\n")

    def test_closed_messages_do_no_harm(self):
        result = self.shell(f'"$0" solve "$1" "{SOLVED}" nonsense 2>&-')
        self.assertEqual(result.returncode, INPUT_FAILED)
        self.assertRegex(result.stdout, r"^0 \nerror: ")


class Contradictions(CommandTest):
    def test_are_refused(self):
        tables = self.build("--board", "3x3", "--plan", "ladder:2 + pattern:4-4")
        for arguments, says in (
                (["solve", tables, "--random", "1", "--optimal", "--effort", "5"], "--effort"),
                (["solve", tables, "--random", "1", "--time", "1s"], "--optimal"),
                (["solve", tables, "--random", "1", "--effort", "0", "--time", "1s"], "--optimal"),
                (["solve", tables, "--random", "1", "--json", "--draw"], "--json"),
                (["plan", "--effort", "0", "--time", "20us"], "--effort"),
                (["plan", "--presets", "--svg", "x.svg"], "--svg"),
                (["bench", tables, "--effort", "5", "--rounds", "2"], "--rounds"),
                (["export", tables, "-o", "x", "--format", "c", "--raw"], "--raw")):
            with self.subTest(arguments=arguments):
                self.expect(USAGE, *arguments, says=says)


class JsonErrors(CommandTest):
    def test_are_json_always(self):
        for arguments in (["solve", "--json"], ["solve", "none", "--json", "--random", "-1"],
                          ["solve", "none", "--json", SOLVED], ["probe", "none", "--json"],
                          ["info", "--json", "none"], ["verify", "--json", "none"],
                          ["export", "none", "-o", "x", "--json"], ["bench", "none", "--json"],
                          ["plan", "--json", "--budget", "-1"], ["scramble", "--json", "none"],
                          ["compare", "--json", "--nonsense"], ["--json"], ["bild", "--json"],
                          ["report", "paper", "--json", "--largest", "9"]):
            with self.subTest(arguments=arguments):
                result = run(*arguments)
                self.assertNotEqual(result.code, DONE)
                self.assertEqual(list(json.loads(result.out)), ["error"])
                self.assertEqual(result.err, f"tilebase: {json.loads(result.out)['error']}\n")
        event = json.loads(run("build", "--json").out)
        self.assertEqual((event["event"], list(event)), ("error", ["event", "error"]))

    def test_a_board_of_scramble_can_be_given_to_solve(self):
        tables = self.build("--board", "3x3", "--plan", "rest")
        made = json.loads(self.expect(DONE, "scramble", tables, "--moves", "20", "--json").out)
        self.assertTrue(self.expect(DONE, "solve", tables, made["board"]).out.startswith("20 "))


if __name__ == "__main__":
    unittest.main()
