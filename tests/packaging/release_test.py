# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""What docs/releases.md promises: signatures, the list of what is linked, equal builds, and hardened
programs, by their ELF headers.

Usage: release_test.py BUILD_DIRECTORY [long] [CLASS...]
"""

import json
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASE = ROOT / "tools/release"
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
LONG = "long" in sys.argv[2:]
COMMAND, LIBRARY = BUILD / "bin/tilebase", BUILD / "runtime/libtilebase.so"


def release(*arguments):
    return subprocess.run([sys.executable, RELEASE, "--build", BUILD, *map(str, arguments)], capture_output=True,
                          text=True, check=False)


@unittest.skipUnless(shutil.which("minisign"), "minisign is not installed")
class ASignature(unittest.TestCase):
    """Of a file `new` of version 2.0.0; the other four are what an attacker can put in its place."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        for key in ("own", "foreign"):
            subprocess.run(["minisign", "-G", "-W", "-p", self.directory / f"{key}.pub", "-s",
                            self.directory / f"{key}.key"], check=True, capture_output=True)
        self.file = self.sign("tables", b"tables of 2.0.0")

    def sign(self, name, content, version="2.0.0", key="own", folder="."):
        path = self.directory / folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        signed = release("sign", "--key", self.directory / f"{key}.key", "--version", version, path)
        self.assertEqual(signed.returncode, 0, signed.stderr)
        return path

    def replace(self, other):
        for suffix in ("", ".minisig"):
            shutil.copy(f"{other}{suffix}", f"{self.file}{suffix}")

    def verdict(self):
        checked = release("check", "--key", self.directory / "own.pub", "--version", "2.0.0",
                          self.file)
        return checked.returncode, checked.stdout

    def test_is_good_for_the_file_it_was_made_for_and_for_nothing_else(self):
        self.assertEqual(self.verdict(), (0, f"{self.file}: tilebase 2.0.0 tables\n"))

        def altered():
            self.file.write_bytes(self.file.read_bytes() + b"!")

        def altered_comment():
            signature = pathlib.Path(f"{self.file}.minisig")
            old = self.sign("tables", b"tables of 1.0.0", version="1.0.0", folder="old")
            self.replace(old)
            signature.write_text(signature.read_text().replace("tilebase 1.0.0", "tilebase 2.0.0"))

        cases = (
            ("an altered file", altered, "is not one of this key for these bytes"),
            ("another's key", lambda: self.replace(
                self.sign("tables", b"tables of 2.0.0", key="foreign", folder="foreign")), "key"),
            ("an older version", lambda: self.replace(
                self.sign("tables", b"tables of 1.0.0", version="1.0.0", folder="old")),
             "expected the signature of 'tilebase 2.0.0 tables', found that of "
             "'tilebase 1.0.0 tables'"),
            ("another name", lambda: self.replace(self.sign("other", b"others of 2.0.0")),
             "found that of 'tilebase 2.0.0 other'"),
            ("an older version whose comment was rewritten", altered_comment,
             "and this comment"),
            ("no signature", lambda: pathlib.Path(f"{self.file}.minisig").unlink(), "minisig"),
        )
        refused = 0
        for name, change, why in cases:
            with self.subTest(name):
                self.sign("tables", b"tables of 2.0.0")
                self.assertEqual(self.verdict()[0], 0)
                change()
                code, said = self.verdict()
                self.assertEqual(code, 1, said)
                self.assertIn("REFUSED", said)
                self.assertIn(why, said)
                refused += 1
        print(f"substitutes for a signed file refused: {refused}/{len(cases)}")

    def test_one_bad_file_among_good_ones_fails_the_check(self):
        good = self.sign("good", b"good")
        self.file.write_bytes(b"changed")
        checked = release("check", "--key", self.directory / "own.pub", "--version", "2.0.0", good,
                          self.file)
        self.assertEqual(checked.returncode, 1)
        self.assertEqual(checked.stdout.count("REFUSED"), 1)


@unittest.skipUnless(shutil.which("dpkg-query"), "not a Debian system")
class TheListOfWhatIsLinked(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = release("sbom")
        assert made.returncode == 0, made.stderr
        cls.text, cls.list = made.stdout, json.loads(made.stdout)

    def test_is_cyclonedx(self):
        self.assertEqual([self.list[key] for key in ("bomFormat", "specVersion", "version")],
                         ["CycloneDX", "1.4", 1])
        self.assertLessEqual(set(self.list), {"bomFormat", "specVersion", "version", "metadata",
                                              "components", "dependencies"})
        references = [self.list["metadata"]["component"]["bom-ref"]]
        for component in self.list["components"]:
            self.assertLessEqual({"type", "bom-ref", "name", "version"}, set(component))
            self.assertIn(component["type"], ("application", "library"))
            self.assertTrue(component["name"] and component["version"])
            if "purl" in component:
                self.assertRegex(component["purl"],
                                 r"^pkg:deb/debian/[a-z0-9.+-]+@[\w.+~%-]+\?arch=\w+$")
            references.append(component["bom-ref"])
        self.assertEqual(len(references), len(set(references)))
        for each in self.list["dependencies"]:
            self.assertLessEqual({each["ref"], *each["dependsOn"]}, set(references))
        self.assertEqual(sorted(each["ref"] for each in self.list["dependencies"]),
                         ["libtilebase.so", "release", "tilebase"])

    def test_has_every_library_that_is_needed(self):
        components = {component["bom-ref"]: component for component in self.list["components"]}
        found = total = 0
        for name, path in (("tilebase", COMMAND), ("libtilebase.so", LIBRARY)):
            depends, = (each["dependsOn"] for each in self.list["dependencies"]
                        if each["ref"] == name)
            listed = {each["value"] for reference in depends
                      for each in components[reference]["properties"]
                      if each["name"] == "tilebase:soname"}
            needed = re.findall(r"NEEDED.*\[(.*)\]", readelf("--dynamic", path))
            self.assertIn("libc.so.6", needed)
            self.assertEqual([library for library in needed if library not in listed], [])
            found += len(needed)
            total += len(needed)
        print(f"libraries needed that the list has: {found}/{total}")

    def test_has_what_is_headers_only(self):
        names = {component["name"] for component in self.list["components"]}
        self.assertLessEqual({"libcli11-dev", "nlohmann-json3-dev", "libabsl-dev"}, names)

    def test_leaves_out_of_the_library_what_only_the_command_has(self):
        depends, = (each["dependsOn"] for each in self.list["dependencies"]
                    if each["ref"] == "libtilebase.so")
        self.assertFalse([each for each in depends if "cli11" in each or "boost" in each])

    def test_is_the_same_every_time(self):
        self.assertEqual(release("sbom").stdout, self.text)


class TwoBuilds(unittest.TestCase):
    def test_in_different_directories_are_the_same(self):
        built = release("reproduce", *([] if LONG else ["--short"]))
        self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
        print(built.stdout, end="")

    def test_leave_no_path_of_theirs_in_a_product(self):
        for name in ("bin/tilebase", "runtime/libtilebase.so", "runtime/libtilebase.a",
                     "tilebase-wasm/tilebase.wasm"):
            if (BUILD / name).exists():
                for place in (BUILD, ROOT):
                    self.assertNotIn(f"{place}/".encode(), (BUILD / name).read_bytes(), name)


@unittest.skipUnless(LONG and shutil.which("minisign"), "takes minutes")
class AllThatIsPublished(unittest.TestCase):
    def test_is_made_the_same_twice_summed_and_signed(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            subprocess.run(["minisign", "-G", "-W", "-p", folder / "own.pub", "-s", folder / "own.key"],
                           check=True, capture_output=True)
            url = "https://example.org/tilebase"
            made = release("files", "-o", folder / "made", "--url", url, "--key", folder / "own.key")
            self.assertEqual(made.returncode, 0, made.stderr)
            print(made.stdout)
            again = release("files", "-o", folder / "again", "--url", url)
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertEqual((folder / "again/SHA256SUMS").read_text("utf-8"),
                             (folder / "made/SHA256SUMS").read_text("utf-8"))
            names = {path.name for path in (folder / "made").iterdir()}
            for end in (".deb", ".tar.xz", ".whl", ".tar.gz", "-recipes.tar.xz", ".dsc", "sbom.json", "SHA256SUMS"):
                self.assertTrue([name for name in names if name.endswith(end)], end)
            subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], check=True,
                           cwd=folder / "made", capture_output=True)
            files = [path for path in (folder / "made").iterdir() if path.suffix != ".minisig"]
            version = re.search(r"tilebase-([\d.]+)\.tar\.gz", made.stdout)[1]
            checked = release("check", "--key", folder / "own.pub", "--version", version, *files)
            self.assertEqual(checked.returncode, 0, checked.stdout)


def readelf(*arguments):
    return subprocess.run(["readelf", "--wide", *map(str, arguments)], capture_output=True,
                          text=True, check=True).stdout


def imports(path):
    return set(re.findall(r" UND (\w+)", readelf("--dyn-syms", path)))


def position_independent(path):
    return "DYN" in readelf("--file-header", path) and (path == LIBRARY or
                                                        "PIE" in readelf("--dynamic", path))


def relocations_read_only(path):
    return "GNU_RELRO" in readelf("--segments", path)


def bound_at_start(path):
    return bool(re.search(r"FLAGS.*\b(BIND_)?NOW\b", readelf("--dynamic", path)))


def stack_not_executable(path):
    return bool(re.search(r"GNU_STACK .* RW  ?0x", readelf("--segments", path)))


def no_segment_written_and_executed(path):
    return not re.search(r"LOAD .* RWE ", readelf("--segments", path))


def stack_protector(path):
    return "__stack_chk_fail" in imports(path)


def fortified(path):
    return any(name.endswith("_chk") for name in imports(path) - {"__stack_chk_fail"})


def library_assertions(path):
    # Part of a library that contains the C++ runtime.
    return "glibcxx_assert_fail" in readelf("--syms", path)


# The library calls no libc function that could be fortified: it compares the lengths of its copies
# itself.
CHECKS = [(COMMAND, fortified)] + [
    (path, check) for path in (COMMAND, LIBRARY)
    for check in (position_independent, relocations_read_only, bound_at_start, stack_not_executable,
                  no_segment_written_and_executed, stack_protector, library_assertions)]


class EveryProgram(unittest.TestCase):
    def test_is_hardened(self):
        found = 0
        for path, check in CHECKS:
            with self.subTest(path.name, check=check.__name__):
                self.assertTrue(check(path))
                found += 1
        print(f"hardening found in the programs: {found}/{len(CHECKS)}")


class TheStaticLibrary(unittest.TestCase):
    def test_has_objects_that_allow_the_same(self):
        """One object without them would take stack or branch protection from all it is linked with.
        (Branch protection is looked for here because a program has it only where the C library's own
        start files do, which those of Debian 12 do not.)"""
        def objects(option):
            return readelf(option, BUILD / "runtime/libtilebase.a").split("\nFile: ")[1:]

        marks = [("--section-headers", ".note.GNU-stack")]
        if platform.machine() == "x86_64":
            marks.append(("--notes", "IBT, SHSTK"))
        for option, mark in marks:
            with self.subTest(mark):
                self.assertNotEqual(objects(option), [])
                self.assertEqual([each.split("\n")[0] for each in objects(option)
                                  if mark not in each], [])


if __name__ == "__main__":
    unittest.main(argv=[*sys.argv[:1], *(word for word in sys.argv[2:] if word != "long")])
