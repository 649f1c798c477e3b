# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The drop-in reader as users get it: two files, compiled for many machines, which answer as the
command does where the machine is there or emulated.

Usage: drop_in_test.py FOLDER      with tilebase_reader.h, tilebase_reader.cc and tilebase_embedded.h
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN = sorted(pathlib.Path(os.environ["TILEBASE_GOLDEN"]).glob("format-*/raw.tbimg"))
DROP_IN = pathlib.Path(sys.argv[1])
TILEBASE = os.environ["TILEBASE"]
PAGE = HERE.parents[2] / "docs/embedding.md"
BOARD = "15,10,_,13/11,4,1,12/3,7,9,8/2,14,6,5"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
FREE = ["-ffreestanding", "-fno-exceptions", "-fno-rtti"]
# The compilers call these on their own; those in the second line come with the compiler.
MAY_NEED = {"memcpy", "memmove", "memset", "memcmp",
            "__popcountdi2", "___chkstk_ms", "__stack_pointer"}


def run(*words, **options):
    """What the command prints; it has to succeed."""
    result = subprocess.run([str(word) for word in words], capture_output=True, check=False, **options)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: exit code {result.returncode}\n"
                             f"{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return result.stdout


class TheDropInReader(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = pathlib.Path(directory.name)

    def compilers(self):
        """(name, C++ compiler, flags) of those that are installed."""
        for name, compiler, *flags in (
                ("g++", "g++"), ("clang", "clang++"), ("mingw", "x86_64-w64-mingw32-g++"),
                ("arm64", "aarch64-linux-gnu-g++"),
                ("cortex-m3", "arm-none-eabi-g++", "-mcpu=cortex-m3", "-mthumb"),
                ("wasm32", "clang++", "--target=wasm32", "-nostdinc++")):
            if shutil.which(compiler):
                yield name, compiler, flags

    def test_compiles_and_needs_no_library(self):
        built = []
        for name, compiler, flags in self.compilers():
            for standard in ("c++17", "c++20"):
                with self.subTest(name, standard=standard):
                    target = self.folder / "reader.o"
                    run(compiler, f"-std={standard}", *flags, *WARNINGS, *FREE, "-Os", "-c",
                        DROP_IN / "tilebase_reader.cc", "-o", target)
                    listing = shutil.which("llvm-nm-14") if name == "wasm32" else "nm"
                    if listing and name != "cortex-m3":
                        needed = set(run(listing, "-u", "-j", target).decode().split())
                        self.assertEqual({symbol for symbol in needed if symbol not in MAY_NEED}, set())
            built.append(name)
        print(f"the drop-in reader compiles for: {', '.join(built)}")
        self.assertIn("g++", built)

    def test_the_walk_for_firmware_compiles_as_c_plus_plus_11(self):
        source, target = self.folder / "walk.cc", self.folder / "walk.o"
        source.write_text('#include "tilebase_embedded.h"\nextern "C" const unsigned char tables[];\n'
                          "extern \"C\" int Next(unsigned char* board) {\n"
                          "  static tilebase::EmbeddedWalk walk(tables);\n  return walk.Next(board);\n}\n"
                          "extern \"C\" int Hint(const unsigned char* board) {\n"
                          "  return tilebase::EmbeddedWalk::Hint(tables, board);\n}\n")
        for name, compiler, flags in self.compilers():
            for standard in ("c++11", "c++14", "c++17", "c++20"):
                with self.subTest(name, standard=standard):
                    run(compiler, f"-std={standard}", *flags, *WARNINGS, "-Wconversion", "-Wshadow", *FREE,
                        "-Os", "-I", DROP_IN, "-c", source, "-o", target)
                    if name in ("g++", "clang"):  # no guard of the static walk
                        self.assertEqual(run("nm", "-u", "-j", target).decode().split(), ["tables"])

    def test_the_programs_of_the_page_run_as_printed(self):
        blocks = re.findall(r"^( *)```(\w+)\n(.*?)^ *```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
        programs = {language: "".join(line.removeprefix(indent) for line in text.splitlines(True))
                    for indent, language, text in blocks if language != "sh"}
        commands = [line.split("#")[0].split() for _, language, text in blocks if language == "sh"
                    for line in text.splitlines() if line.strip().startswith("tilebase ")]
        for words in commands:
            run(TILEBASE, *words[1:], cwd=self.folder)
        for name in ("tilebase_embedded.h", "tilebase_reader.h", "tilebase_reader.cc"):
            shutil.copy(DROP_IN / name, self.folder)
        (self.folder / "walk.cc").write_text(f"""#include <stdint.h>
            #include <stdio.h>
            void Animate(uint8_t action) {{ putchar("LRUD"[action]); }}
            {programs["cpp"]}
            int main() {{
              uint8_t board[16] = {{15, 10, 0, 13, 11, 4, 1, 12, 3, 7, 9, 8, 2, 14, 6, 5}};
              const int hint = Hint(board);
              Solve(board);
              printf(" %c %d\\n", "LRUD"[hint], board[0] + board[14]);
            }}""")
        (self.folder / "game.c").write_text(programs["c"])
        run("cc", "-c", "tilebase_tables.c", cwd=self.folder)
        run("c++", "-std=c++11", "walk.cc", "tilebase_tables.o", "-o", "walk", cwd=self.folder)
        expected = run(TILEBASE, "solve", self.folder / "l1.tilebase", BOARD).decode().split()[1]
        self.assertEqual(run(self.folder / "walk").decode(), f"{expected} {expected[0]} 16\n")
        run("sh", "-c", "cc -c game.c && c++ -c -Os tilebase_reader.cc && c++ game.o tilebase_reader.o -o game",
            cwd=self.folder)
        moves, letters = run(TILEBASE, "solve", self.folder / "4x4.tilebase", BOARD).decode().split()
        self.assertEqual(run(self.folder / "game", cwd=self.folder).decode(),
                         f"{moves} moves: {letters}\nhint: {letters[0]}\n")

    def test_answers_as_the_command_does(self):
        machines = [("this machine", "cc", "c++", [])]
        if shutil.which("x86_64-w64-mingw32-g++") and shutil.which("wine"):
            machines.append(("Windows", "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-g++", ["wine"]))
        if shutil.which("aarch64-linux-gnu-g++") and shutil.which("qemu-aarch64"):
            machines.append(("arm64", "aarch64-linux-gnu-gcc", "aarch64-linux-gnu-g++", ["qemu-aarch64"]))
        images = []
        for board, *plan in (("4x4",), ("4x4", "--plan", "fitted"), ("3x3", "--plan", "pattern:4-4 + ladder:1"),
                             ("3x5", "--plan", "1-2/3-5/6-8/rest")):
            store = self.folder / f"{len(images)}.tilebase"
            image = self.folder / f"{len(images)}.image"
            run(TILEBASE, "build", "-o", store, "--board", board, *plan)
            run(TILEBASE, "export", store, "-o", image)
            images.append(image)
        for machine, c_compiler, compiler, runner in machines:
            main, program = self.folder / "driver.o", self.folder / "driver.exe"
            run(c_compiler, "-std=c99", *WARNINGS, "-I", DROP_IN, "-c", HERE / "driver.c", "-o", main)
            run(compiler, "-std=c++17", "-O1", "-static", DROP_IN / "tilebase_reader.cc", main, "-o",
                program)
            same = total = 0
            for image in (*images, *GOLDEN):
                boards = run(TILEBASE, "scramble", image, "--moves", "0..1000", "--count", 500,
                             "--seed", 1).decode().splitlines()
                expected = run(TILEBASE, "solve", image, "-", input="\n".join(boards).encode())
                cells = b"".join(bytes(map(int, board.replace("/", " ").split())) for board in boards)
                found = run(*runner, program, image, input=cells,
                            env={**os.environ, "WINEDEBUG": "-all"}).decode().splitlines()
                for wanted, line in zip(expected.decode().splitlines(), found):
                    # With a set whose stages grow, a hint may lead another way (tilebase_hint).
                    solution, hint = line.rsplit(" ", 1)
                    same += solution == wanted and hint in ("LRUD" if wanted.split()[1:] else "-")
                total += len(boards)
            print(f"{machine}: {same}/{total} boards solved as by the command")
            self.assertEqual(same, total)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
