# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Nothing is dropped in silence: input that cannot be read, streams that are closed, options that
contradict each other, and errors as JSON."""

import json
import subprocess
import unittest

from command import DONE, INPUT_FAILED, TILEBASE, USAGE, CommandTest, run

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
