# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""docs/question.md says what a question and its answer are called: so they are in tilebase.h, tilebase.hpp,
in Python and in the command. And the four questions of docs/examples have the same answers in each.

Usage: question_test.py LIBRARY
"""

import inspect
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = pathlib.Path(sys.argv[1]).resolve()
os.environ["TILEBASE_LIBRARY"] = str(LIBRARY)
os.environ["PYTHONPATH"] = str(ROOT / "runtime/python")
sys.path.insert(0, os.environ["PYTHONPATH"])

import tilebase  # noqa: E402  pylint: disable=wrong-import-position

TILEBASE = os.environ["TILEBASE"]
EXAMPLES = ROOT / "docs/examples"
PACKAGE = LIBRARY.parents[1] / "tilebase-wasm/tilebase.js"
HEADER = (ROOT / "runtime/tilebase.h").read_text("utf-8")
CXX = (ROOT / "runtime/tilebase.hpp").read_text("utf-8")
PAGE = (ROOT / "docs/question.md").read_text("utf-8")


def names(cell):
    return re.findall(r"`([^`]+)`", cell)


def rows(heading):
    """The first table of a part of the page, without its heading: {first cell: other cells}."""
    text = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    table = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in table[2:]}


def fields(struct):
    body = re.search(r"typedef struct " + struct + r" \{(.*?)\n\} " + struct + ";", HEADER, re.S)[1]
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    return set(re.findall(r"(\w+);", body))


class TheNames(unittest.TestCase):
    def test_of_a_question_are_those_of_c_and_cxx_and_python(self):
        of_c, of_wish = fields("tilebase_question"), CXX.split("struct Wish {")[1].split("};")[0]
        of_python = set(inspect.signature(tilebase.Tables.ask).parameters)
        for part, cells in rows("The question").items():
            for name in names(cells[1].split(";")[0]):
                with self.subTest(part, name=name):
                    self.assertIn(name, of_c)
                    self.assertIn(name if name not in ("width", "height") else "shape", of_python)
                    if part not in ("board", "size"):
                        self.assertRegex(of_wish, rf"\b(with_)?{name}\b")

    def test_of_a_question_are_options_of_the_command(self):
        text = subprocess.run([TILEBASE, "solve", "--help"], capture_output=True, text=True, check=True).stdout
        for part, cells in rows("The question").items():
            for option in re.findall(r"--[a-z]+", cells[2]):
                self.assertIn(option, text, part)

    def test_of_an_answer_are_those_of_c_and_python(self):
        of_c = fields("tilebase_answer") | fields("tilebase_question")
        for part, cells in rows("The answer").items():
            name = names(cells[1])[0]
            with self.subTest(part):
                self.assertIn(name, of_c)
                self.assertIn(name, tilebase.Answer._fields)
        self.assertEqual({names(cells[1])[0] for cells in rows("The answer").values()},
                         set(tilebase.Answer._fields))

    def test_of_an_answer_are_keys_of_json(self):
        with tempfile.TemporaryDirectory() as folder:
            tables = pathlib.Path(folder, "tables")
            subprocess.run([TILEBASE, "build", "-o", tables, "--board", "3x3", "--plan", "1-3/rest + pattern:1-4/rest"],
                           check=True, capture_output=True)
            found = {}
            for options in (["--notation", "tiles"], ["--optimal"]):
                out = subprocess.run([TILEBASE, "solve", tables, "867254301", "--json", *options], check=True,
                                     capture_output=True, text=True).stdout
                found.update(json.loads(out))
            subprocess.run([TILEBASE, "build", "-o", tables, "--force", "--board", "3x3", "--wanted", "1", "--blanks", "2",
                            "--goal-cells", "0"], check=True, capture_output=True)
            out = subprocess.run([TILEBASE, "solve", tables, "_...1..._", "--json"], check=True, capture_output=True,
                                 text=True).stdout
            found.update(json.loads(out))
        expected = {name for cells in rows("The answer").values() for name in names(cells[2])[:1]}
        self.assertEqual(set(found) - {"tables"}, expected)

    def test_of_both_are_those_of_javascript(self):
        types = (ROOT / "tools/web/tilebase.d.ts").read_text("utf-8")
        for heading, interfaces in (("The question", ("Question", "Limits", "Size")), ("The answer", ("Answer",))):
            of_types = set()
            for interface in interfaces:
                body = re.search(rf"export interface {interface} [^{{]*{{(.*?)\n}}", types, re.S)[1]
                of_types.update(re.findall(r"^  (\w+)\??:", body, re.M))
            of_page = {name for cells in rows(heading).values() for name in names(cells[-1])} - {"signal"}
            self.assertEqual(of_page, of_types)

    def test_of_goals_are_the_boards_that_the_page_draws(self):
        for cells, (three, four) in rows("Goals").items():
            for name in names(cells):
                for shape, drawn in (((3, 3), three), ((4, 4), four)):
                    if "/" in drawn:
                        self.assertEqual(tilebase.read_goal(name, shape).tolist(),
                                         tilebase.parse_board(drawn, shape).tolist(), name)
                    else:
                        self.assertRaises(tilebase.BoardError, tilebase.read_goal, name, shape)

    def test_of_notations_are_those_that_are_read(self):
        board = tilebase.solved_board((3, 3))
        for name in (names(first)[0] for first in rows("Moves")):
            text = tilebase.format_moves(board, "RDLURR"[:4], name)
            self.assertEqual(tilebase.format_actions(tilebase.parse_actions(text, board, notation=name)), "RDLU")


class TheFourQuestions(unittest.TestCase):
    """Expected: docs/examples/four_questions.txt."""

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.directory.name)
        cls.tables = cls.folder / "four.tilebase"
        cls.pictures = cls.folder / "picture.tilebase"
        for command in re.findall(r"tilebase (build .*)", (EXAMPLES / "four_questions.sh").read_text("utf-8")):
            subprocess.run(f"{TILEBASE} {command}", shell=True, check=True, capture_output=True, cwd=cls.folder)
        cls.expected = (EXAMPLES / "four_questions.txt").read_text("utf-8")

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def expect(self, *command, **environment):
        found = subprocess.run([*map(str, command), self.tables, self.pictures], env={**os.environ, **environment},
                               capture_output=True, text=True, check=False)
        self.assertEqual(found.stderr, "")
        self.assertEqual(found.stdout, self.expected)
        self.assertEqual(found.returncode, 0)

    def compile(self, compiler, standard, source):
        program = self.folder / source.replace(".", "_")
        shutil.copy(ROOT / "runtime/tilebase.h", self.folder)
        shutil.copy(ROOT / "runtime/tilebase.hpp", self.folder)
        subprocess.run([compiler, f"-std={standard}", "-Wall", "-Wextra", "-Werror", f"-I{self.folder}",
                        EXAMPLES / source, LIBRARY, f"-Wl,-rpath,{LIBRARY.parent}", "-o", program], check=True)
        return program

    def test_in_c(self):
        self.expect(self.compile(os.environ.get("CC", "cc"), "c99", "four_questions.c"))

    def test_in_cxx(self):
        self.expect(self.compile(os.environ.get("CXX", "c++"), "c++17", "four_questions.cc"))

    def test_in_python(self):
        self.expect(sys.executable, EXAMPLES / "four_questions.py")

    @unittest.skipUnless(shutil.which("node") and PACKAGE.exists(), "needs node and the npm package")
    def test_in_javascript(self):
        image, modules = self.folder / "four.image", self.folder / "node_modules"
        subprocess.run([TILEBASE, "export", self.tables, "-o", image], check=True, capture_output=True)
        modules.mkdir()
        (modules / "tilebase-wasm").symlink_to(PACKAGE.parent)
        shutil.copy(EXAMPLES / "four_questions.mjs", self.folder)
        found = subprocess.run(["node", self.folder / "four_questions.mjs", image, self.pictures],
                               capture_output=True, text=True, check=False)
        self.assertEqual((found.stderr, found.stdout), ("", self.expected))

    def test_with_the_command(self):
        path = f"{pathlib.Path(TILEBASE).parent}:{os.environ['PATH']}"
        self.expect("sh", EXAMPLES / "four_questions.sh", PATH=path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
