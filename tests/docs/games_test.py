# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The programs of docs/games.md, docs/examples/ and the readers' pages, compiled and run if their languages
are installed. All print what the command says.

Usage: games_test.py BUILD_DIRECTORY LIBRARY
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD, LIBRARY = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
TILEBASE = os.environ["TILEBASE"]
READERS = ROOT / "runtime/reader"
GAMES = ROOT / "docs/games.md"


def programs(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


class ThePrograms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.folder = pathlib.Path(directory.name)
        for line in programs(GAMES, "sh")[0].splitlines():
            cls.run_in(TILEBASE, *line.split()[1:])
        cls.run_in(TILEBASE, *programs(READERS / "java/README.md", "sh")[-1].split()[1:])
        board = cls.run_in(TILEBASE, "scramble", "4x4.image", "--moves", "50..60", "--seed", "1")
        cls.puzzle = " ".join(board.replace("/", " ").split())

    @classmethod
    def run_in(cls, *words, folder=None, **environment):
        result = subprocess.run([str(word) for word in words], cwd=folder or cls.folder, check=False, text=True,
                                capture_output=True, env={**os.environ, **environment})
        if result.returncode != 0:
            raise AssertionError(f"{' '.join(map(str, words))}: {result.stdout[-2000:]}{result.stderr[-2000:]}")
        return result.stdout

    def need(self, *commands):
        missing = [command for command in commands if not shutil.which(command)]
        if missing:
            self.skipTest(f"needs {' '.join(missing)}")

    def check(self, printed):
        """That the last two lines are the solution and a hint, and those before the board."""
        board = self.puzzle
        *before, solution, hint = printed.split("\n")[:-1]
        self.assertIn(" ".join("".join(before).split()), ("", board))
        self.assertEqual(self.run_in(TILEBASE, "solve", "4x4.image", board).split()[1:], [solution.strip()])
        self.assertIn(hint.strip("() ").removeprefix("Some").strip("()'"), ("L", "R", "U", "D"))

    def check_steps(self, printed):
        """That the lines are the steps out of the warehouse, and the first of them."""
        steps = self.run_in(TILEBASE, "solve", "store.tilebase", "..1./_.../.._.").split()[1:]
        self.assertEqual(printed.splitlines(), [" ".join(steps), steps[0]])

    def folders(self):
        """A folder with the tables in it."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            folder = pathlib.Path(folder)
            for name in ("4x4.compact", "4x4.image", "store.tilebase"):
                shutil.copy(self.folder / name, folder)
            yield folder

    def each(self, language, page=GAMES):
        """Such a folder, and the page's first program of a language."""
        for folder in self.folders():
            yield folder, programs(page, language)[0]

    def each_with_check(self, language, page):
        """Such a folder, and each program of a reader's page with its check: the game, the warehouse."""
        for program, check in zip(programs(page, language), (self.check, self.check_steps), strict=True):
            for folder in self.folders():
                yield folder, program, check

    def test_java(self):
        self.need("javac", "java")
        for folder, program, check in self.each_with_check("java", READERS / "java/README.md"):
            name = re.search(r"class (\w+)", program).group(1)
            (folder / f"{name}.java").write_text(program, "utf-8")
            self.run_in("javac", "-d", ".", "-sourcepath", READERS / "java/src/main/java", f"{name}.java", folder=folder)
            check(self.run_in("java", "-cp", ".", name, folder=folder))

    def test_csharp(self):
        self.need("mcs", "mono")
        for folder, program, check in self.each_with_check("csharp", READERS / "csharp/README.md"):
            (folder / "Game.cs").write_text(program, "utf-8")
            # The game needs one file alone.
            files = ["TableSet.cs", "WordSet.cs"] if "WordSet" in program else ["TableSet.cs"]
            self.run_in("mcs", "-langversion:7.2", "Game.cs", *(READERS / "csharp" / file for file in files), folder=folder)
            check(self.run_in("mono", "Game.exe", folder=folder))

    def test_rust(self):
        self.need("rustc")
        for folder, program, check in self.each_with_check("rust", READERS / "rust/README.md"):
            (folder / "game.rs").write_text(program, "utf-8")
            self.run_in("rustc", "--edition", "2021", "-O", "--crate-type", "rlib", "--crate-name", "tilebase",
                        READERS / "rust/src/lib.rs", folder=folder)
            self.run_in("rustc", "--edition", "2021", "-O", "--extern", "tilebase=libtilebase.rlib", "game.rs",
                        folder=folder)
            check(self.run_in("./game", folder=folder))

    def test_go(self):
        self.need("go")
        for folder, program, check in self.each_with_check("go", READERS / "go/README.md"):
            (folder / "main.go").write_text(program, "utf-8")
            (folder / "go.mod").write_text(f"module game\n\ngo 1.19\n\nrequire tilebase v0.0.0\n\n"
                                           f"replace tilebase => {READERS / 'go'}\n", "utf-8")
            check(self.run_in("go", "run", ".", folder=folder, GOPROXY="off", GOFLAGS="-mod=mod",
                              GOCACHE=str(BUILD / "tests/conformance/go-cache")))

    def test_c(self):
        self.need("cc")
        for folder in self.folders():
            self.run_in("cc", ROOT / "docs/examples/game.c", "-I", ROOT / "runtime", LIBRARY,
                        f"-Wl,-rpath,{LIBRARY.parent}", "-o", "game", folder=folder)
            self.check(self.run_in("./game", folder=folder))

    def test_python(self):
        for folder, program in self.each("python"):
            try:
                import numpy  # noqa: F401  pylint: disable=unused-import,import-outside-toplevel
            except ImportError:
                self.skipTest("needs python3-numpy")
            self.check(self.run_in(sys.executable, "-c", program, folder=folder, TILEBASE_LIBRARY=str(LIBRARY),
                                   PYTHONPATH=str(ROOT / "runtime/python")))

    def test_javascript(self):
        self.need("node")
        if not (BUILD / "tilebase-wasm/tilebase.js").exists():
            self.skipTest("needs the npm package")
        for folder in self.folders():
            (folder / "node_modules").mkdir()
            (folder / "node_modules/tilebase-wasm").symlink_to(BUILD / "tilebase-wasm")
            shutil.copy(ROOT / "docs/examples/game.mjs", folder)
            self.check(self.run_in("node", "game.mjs", folder=folder))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
