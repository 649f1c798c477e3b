# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""manifest_test.py FORGE_ENTRY [all]: a file is that of its manifest, or what differs is named; and
tables made here are those of docs/manifests.json (with `all` every one of them)."""

import hashlib
import json
import pathlib
import subprocess
import sys

import unittest

from command import DONE, FILE, INPUT_FAILED, TILEBASE, USAGE, CommandTest, run

ROOT = pathlib.Path(__file__).resolve().parents[3]
FORGE_ENTRY, *ALL = sys.argv[1:]
del sys.argv[1:]


class Manifest(CommandTest):
    def setUp(self):
        super().setUp()
        self.tables = self.build("--board", "3x3")
        self.text = self.expect(DONE, "info", self.tables, "--manifest").out
        self.manifest = self.directory / "manifest.json"
        self.manifest.write_text(self.text)

    def changed(self, change):
        """The manifest with one thing changed."""
        manifest = json.loads(self.text)
        change(manifest)
        path = self.directory / "changed.json"
        path.write_text(json.dumps(manifest))
        return path

    def expect_different(self, tables, manifest, *differences):
        """Exactly these differences, as (what, expected, found)."""
        self.expect(FILE, "verify", tables, "--manifest", manifest,
                    says=[f"{tables}: not the file of {manifest}: {differences[0][0]}: expected "
                          f"{differences[0][1]}, found {differences[0][2]}; ", "again"])
        answer = json.loads(run("verify", tables, "--manifest", manifest, "--json").out.split("\n")[0])
        self.assertEqual((answer["ok"], answer["manifest"]), (False, str(manifest)))
        self.assertEqual([tuple(each[key] for key in ("what", "expected", "found"))
                          for each in answer["differences"]], list(differences))

    def test_tells_the_file_and_each_of_its_tables(self):
        manifest = json.loads(self.text)
        info = json.loads(self.expect(DONE, "info", self.tables, "--json").out)
        content = self.tables.read_bytes()
        self.assertEqual(manifest["file_bytes"], len(content))
        self.assertEqual(manifest["file_sha256"], hashlib.sha256(content).hexdigest())
        for key in ("board", "plan", "creator", "format", "certified_worst_case"):
            self.assertEqual(manifest[key], info[key])
        for mine, its in zip(manifest["tables"], info["tables"], strict=True):
            for key in ("metric", "entries", "reachable", "histogram"):
                self.assertEqual(mine[key], its[key])
            self.assertRegex(mine["content_hash"], "^[0-9a-f]{16}$")
        self.assertEqual(manifest["tables"][0]["table"], "{1}|{}")
        self.expect(USAGE, "info", self.tables, "--manifest", "--json", says="--manifest")

    def test_is_a_line_for_each_table(self):
        self.assertEqual(self.text.count("\n    {"), len(json.loads(self.text)["tables"]))
        self.assertTrue(self.text.endswith("}\n"))

    def test_is_the_same_for_a_second_build_with_other_threads(self):
        other = self.build("--board", "3x3", "--threads", 3, name="other")
        self.assertEqual(self.expect(DONE, "info", other, "--manifest").out, self.text)

    def test_fits_its_file(self):
        out = self.expect(DONE, "verify", self.tables, "--manifest", self.manifest).out
        self.assertRegex(out, rf"^{self.tables}: the file of {self.manifest}; all \d+ entries of \d+ "
                              r"tables are right\n$")
        self.assertTrue(json.loads(
            self.expect(DONE, "verify", self.tables, "--manifest", self.manifest, "--json").out)["ok"])

    def test_what_differs_is_named(self):
        sha = json.loads(self.text)["file_sha256"]
        hashed = json.loads(self.text)["tables"][2]
        name = hashed["table"]
        last = len(hashed["histogram"]) - 1

        def field(key, value):
            return lambda manifest: manifest.update({key: value})

        def table(key, value):
            return lambda manifest: manifest["tables"][2].update({key: value})

        def shorter(manifest):
            manifest["tables"][2]["histogram"].pop()

        for change, what, expected, found in (
                (field("board", "4x4"), "board", "4x4", "3x3"),
                (field("file_sha256", "00"), "file_sha256", "00", sha),
                (field("signed_by", "me"), "signed_by", "me", "nothing"),
                (lambda manifest: manifest.pop("file_sha256"), "file_sha256", "nothing", sha),
                (table("content_hash", "0123456789abcdef"), f"table {name}: content_hash",
                 "0123456789abcdef", hashed["content_hash"]),
                (table("table", "{1,2,3}|{}"), "table number 3", "{1,2,3}|{}", name),
                (table("reachable", None), f"table {name}: reachable", "null",
                 str(hashed["reachable"])),
                (lambda manifest: manifest["tables"][2]["histogram"].__setitem__(1, 9),
                 f"table {name}: histogram at depth 1", "9", str(hashed["histogram"][1])),
                (shorter, f"table {name}: histogram at depth {last}", "nothing",
                 str(hashed["histogram"][last])),
                (lambda manifest: manifest["tables"].__setitem__(2, 7), "table number 3", "null",
                 name)):
            with self.subTest(what=what, expected=expected):
                self.expect_different(self.tables, self.changed(change), (what, expected, found))

    def test_a_set_with_fewer_tables_says_so(self):
        count = len(json.loads(self.text)["tables"])
        self.expect_different(self.tables, self.changed(lambda manifest: manifest["tables"].pop()),
                              ("tables", str(count - 1), str(count)))

    def test_tells_another_file_of_the_same_tables(self):
        raw = self.build("--board", "3x3", "--store", "raw", name="raw")
        answer = json.loads(run("verify", raw, "--manifest", self.manifest, "--json").out.split("\n")[0])
        self.assertEqual([each["what"] for each in answer["differences"]],
                         ["file_bytes", "file_sha256"])

    def test_finds_a_file_whose_hashes_were_all_made_right(self):
        tables = self.build(name="sound")
        self.manifest.write_text(self.expect(DONE, "info", tables, "--manifest").out)
        forged = self.directory / "forged"
        subprocess.run([FORGE_ENTRY, tables, forged, "0", "3", "R"], check=True)
        answer = json.loads(run("verify", forged, "--manifest", self.manifest, "--json").out
                            .split("\n")[0])
        self.assertIn("table {1}|{}: content_hash", [each["what"] for each in answer["differences"]])

    def test_that_cannot_be_read_is_named(self):
        for content, says in (("", "found no JSON"), ("[1]", 'found "manifest": null'),
                              ('{"manifest": 2, "tables": []}', 'found "manifest": 2'),
                              ('{"manifest": 1}', 'found "manifest": 1'),
                              ("[" * 100_000, "found no JSON"), ("\xff", "found no JSON")):
            self.manifest.write_text(content, encoding="latin-1")
            self.expect(INPUT_FAILED, "verify", self.tables, "--manifest", self.manifest,
                        says=[f"{self.manifest}: expected a manifest", says])
        self.manifest.unlink()
        self.expect(INPUT_FAILED, "verify", self.tables, "--manifest", self.manifest,
                    says=[f"{self.manifest}: cannot open", "No such file"])

    def test_of_its_plan_is_found_among_several(self):
        other = json.loads(self.text) | {"plan": "ladder:2"}
        several = self.directory / "several.json"
        several.write_text(json.dumps({"a": other, "b": json.loads(self.text)}))
        out = self.expect(DONE, "verify", self.tables, "--manifest", several).out
        self.assertIn(f"{self.tables}: the file of b in {several}; ", out)
        changed = json.loads(self.text) | {"file_sha256": "00"}
        several.write_text(json.dumps({"a": other, "b": changed}))
        self.expect(FILE, "verify", self.tables, "--manifest", several,
                    says=f"not the file of b in {several}: file_sha256: ")
        several.write_text(json.dumps({"a": other, "c": other}))
        self.expect(INPUT_FAILED, "verify", self.tables, "--manifest", several,
                    says=[f"{several}: expected a manifest of plan ", "found those of a, c"])

    def test_of_the_documentation_are_of_tables_made_here(self):
        names = ["4x4-ladder-1", "4x4-ladder-3", "4x4-tiny"]
        checked = subprocess.run([ROOT / "tools/release", "--build",
                                  pathlib.Path(TILEBASE).parents[1], "manifests", "--check",
                                  *([] if ALL else names)], capture_output=True, text=True,
                                 check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        print(checked.stdout.splitlines()[-1])


if __name__ == "__main__":
    unittest.main()
