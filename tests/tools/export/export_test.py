# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Table sets in other forms: every command reads an image like the store it came from, and the second
reader in tests/reference, written from the specification alone, says the same."""

import json
import subprocess
import sys
import unittest
import zlib

from command import DONE, FILE, REFERENCE, USAGE, CommandTest
import puzzle

READER = REFERENCE / "read_image.py"


class Images(CommandTest):
    def export(self, tables, *arguments, name="image"):
        path = self.directory / name
        self.expect(DONE, "export", tables, "-o", path, *arguments)
        return path

    def second_reader(self, *arguments, text=""):
        return subprocess.run([sys.executable, READER, *map(str, arguments)], input=text,
                              capture_output=True, text=True, check=True).stdout

    def test_answer_as_their_store(self):
        for plan in ("ladder:1", "ladder:4"):
            store = self.build("--plan", plan, name=plan)
            board = puzzle.text(next(puzzle.random_boards(1, seed=4)))
            answers = {command: self.expect(DONE, command[0], store, *command[1:]).out
                       for command in (("solve", "--random", "500", "--json"), ("probe", board))}
            for arguments in ((), ("--store", "zstd"), ("--tables", "plan"),
                                  ("--tables", "all", "--raw")):
                with self.subTest(plan=plan, arguments=arguments):
                    image = self.export(store, "--force", *arguments)
                    for command, answer in answers.items():
                        self.assertEqual(self.expect(DONE, command[0], image, *command[1:]).out, answer)
                    self.expect(DONE, "verify", image)
                    info = json.loads(self.expect(DONE, "info", image, "--json").out)
                    self.assertEqual(info["plan"], plan)
                    self.assertEqual(info["file_bytes"], image.stat().st_size)

    def test_may_leave_out_tables_that_are_never_chosen(self):
        store = self.build()
        tables = {}
        for which in ("all", "plan"):
            image = self.export(store, "--tables", which, "--force")
            info = json.loads(self.expect(DONE, "info", image, "--json").out)
            tables[which] = [(table["goal"], table["fixed"]) for table in info["tables"]]
        self.assertEqual(len(tables["all"]), 27)
        self.assertEqual(len(tables["plan"]), 23)
        # A row and one cell above its end form a path, on which tiles never change their order.
        self.assertNotIn(([12, 13], list(range(1, 12))), tables["plan"])

    def test_are_raw_unless_they_are_to_be_small(self):
        store = self.build()
        image = self.export(store).read_bytes()
        self.assertEqual(self.export(store, "--raw", "--force").read_bytes(), image)
        self.assertLess(len(self.export(store, "--store", "zstd", "--force").read_bytes()), len(image))

    def test_are_the_same_again(self):
        store = self.build()
        first = self.export(store, name="first").read_bytes()
        self.assertEqual(self.export(self.export(store), name="second").read_bytes(), first)

    def test_say_the_same_to_a_second_reader(self):
        for size, plan, count in (((4, 4), "ladder:1", 1000), ((3, 3), "1-2/3-5/rest", 200),
                                  ((3, 4), "ladder:2", 200), ((2, 3), "ladder:5", 50)):
            with self.subTest(size=size, plan=plan):
                store = self.build("--board", f"{size[0]}x{size[1]}", "--plan", plan, "--force")
                image = self.export(store, "--raw", "--force")
                info = json.loads(self.expect(DONE, "info", image, "--json").out)
                expected = [{key: table[key] for key in ("goal", "fixed", "entries", "histogram")}
                            for table in info["tables"]]
                self.assertEqual(json.loads(self.second_reader(image)), expected)
                boards = "".join(puzzle.text(board) + "\n"
                                 for board in puzzle.random_boards(count, seed=9, size=size))
                self.assertEqual(self.second_reader(image, "--solve", text=boards),
                                 self.expect(DONE, "solve", store, "-", input=boards).out)
                print(f"{plan}: {count} boards and {len(expected)} "
                      "histograms equal")

    def test_damaged_ones_are_refused(self):
        sound = self.export(self.build(), "--raw").read_bytes()
        bad = self.directory / "bad"
        for at in range(0, len(sound), 997):
            changed = bytearray(sound)
            changed[at] ^= 1 << at % 8
            bad.write_bytes(changed)
            self.expect(FILE, "solve", bad, puzzle.text(puzzle.solved()), says=f"{bad}: ")
        for content in (sound[:-1], sound[:100], sound + b"\0", sound + sound):
            bad.write_bytes(content)
            for command in ("info", "verify"):
                self.expect(FILE, command, bad,
                            says=[f"{bad}: ", "expected", "damaged: fetch or build it again"])
        bad.write_bytes(sound[:12] + b"\3" + sound[13:])
        self.expect(FILE, "info", bad, says=["format version 3", "use a newer tilebase"])


class CompactForms(CommandTest):
    def test_are_small_and_the_same_as_bytes_and_as_source(self):
        store = self.build()
        form = self.directory / "form"
        source = self.directory / "form.c"
        self.expect(DONE, "export", store, "-o", form, "--format", "compact")
        self.expect(DONE, "export", store, "-o", source, "--format", "c")
        content = form.read_bytes()
        self.assertEqual(content[:4], b"TBC\1")
        self.assertEqual(zlib.crc32(content[:-4]), int.from_bytes(content[-4:], "little"))
        self.assertLess(len(content), 2048)
        array = source.read_text().split("= {")[1].split("}")[0]
        self.assertEqual(bytes(int(byte) for byte in array.split(",") if byte.strip()), content)
        # Raw tables, and tables without those that are never chosen, give the same answers.
        image = self.directory / "image"
        self.expect(DONE, "export", store, "-o", image, "--raw", "--tables", "plan")
        self.expect(DONE, "export", image, "-o", form, "--format", "compact", "--force")
        self.assertEqual(form.read_bytes(), content)

    def test_refuse_what_is_for_images(self):
        store = self.build("--board", "3x3")
        for arguments in (("--raw",), ("--store", "zstd"), ("--tables", "all")):
            self.expect(USAGE, "export", store, "-o", self.directory / "form", "--format", "c",
                        *arguments, says="is for images")
        self.expect_only("tables")


class Outputs(CommandTest):
    def test_an_existing_output_stays_unless_it_is_to_be_replaced(self):
        store = self.build("--board", "3x3")
        path = self.directory / "image"
        path.write_text("mine")
        self.expect(FILE, "export", store, "-o", path, says=["image: exists", "--force"])
        self.assertEqual(path.read_text(), "mine")
        self.expect(DONE, "export", store, "-o", path, "--force")
        self.expect(FILE, "export", store, "-o", self.directory, "--force",
                    says="is a directory")
        self.expect(FILE, "export", store, "-o", self.directory / "none" / "image",
                    says="cannot create")
        self.expect(FILE, "export", path / "none", "-o", self.directory / "other",
                    says="cannot open")
        self.expect(USAGE, "export", store, "-o", path, "--format", "zip")
        self.expect_only("tables", "image")


if __name__ == "__main__":
    unittest.main()
