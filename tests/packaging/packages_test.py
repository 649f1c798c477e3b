# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The archive and the Debian packages that cpack makes of a build: they hold what is installed and run
where they are unpacked.

Usage: packages_test.py BUILD_DIRECTORY [long]     long: installed by apt into a bare Debian
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from bare_root import BareRootTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
LONG = "long" in sys.argv[2:]
PACKAGES = BUILD / "packages"
BareRootTest.cache = BUILD / "bare-root"
NAMES = ["libtilebase-dev", "libtilebase0", "python3-tilebase", "tilebase", "tilebase-serve",
         "tilebase-tables"]
BOARD = "5 1 2 3/9 6 7 4/13 10 11 8/0 14 15 12"
PROGRAM = """
import tilebase
with tilebase.open("{0}/usr/share/tilebase/tables/4x4.tilebase") as tables:
    print(tables.solve("{1}"))
"""


def run(*command, **environment):
    """What the command prints; it has to succeed."""
    result = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, env={**os.environ, **environment},
                            check=False)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {result.returncode}\n"
                             f"{result.stdout[-4000:]}")
    return result.stdout


class TheArchive(unittest.TestCase):
    def test_runs_where_it_is_unpacked(self):
        archive, = PACKAGES.glob("tilebase-*.tar.xz")
        with tempfile.TemporaryDirectory() as folder:
            shutil.unpack_archive(archive, folder)
            tree, = pathlib.Path(folder).iterdir()
            listed = run("env", "-i", "ldd", tree / "bin/tilebase")
            self.assertIn(f"{tree}/bin/../lib/tilebase/libzstd.so", listed)
            for board in ("3x3", "4x4", "5x5"):
                tables = tree / f"share/tilebase/tables/{board}.tilebase"
                solved = run("env", "-i", tree / "bin/tilebase", "solve", tables, "--random", "2")
                self.assertRegex(solved, r"^(\d+ [LRUD]+\n){2}$")


@unittest.skipUnless(shutil.which("dpkg-shlibdeps"), "dpkg-dev is not installed")
class TheDebianPackages(BareRootTest):
    def setUp(self):
        if LONG:
            super().setUp()

    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.folder = pathlib.Path(directory.name)
        cls.packages = sorted(PACKAGES.glob("*.deb"))

    def test_are_the_six_that_the_documentation_names(self):
        names = [path.name.partition("_")[0] for path in self.packages]
        self.assertEqual(sorted(names), NAMES)
        page = (ROOT / "docs/releases.md").read_text("utf-8")
        self.assertEqual([name for name in NAMES if f"`{name}`" not in page], [])

    def test_of_the_library_needs_the_c_library_alone(self):
        package, = PACKAGES.glob("libtilebase0_*.deb")
        if "libstdc++" in run("readelf", "--dynamic", BUILD / "runtime/libtilebase.so"):
            self.skipTest("built with the shared libraries of others")
        self.assertRegex(run("dpkg-deb", "--field", package, "Depends"), r"^libc6 \(>= [\d.]+\)\n$")

    def test_hold_every_installed_file_once(self):
        held = []
        for package in self.packages:
            folder = self.folder / package.stem
            run("dpkg-deb", "--extract", package, folder)
            held += [path.relative_to(folder / "usr") for path in folder.rglob("*") if not path.is_dir()]
        self.assertEqual(len(held), len(set(held)))
        run("cmake", "--install", BUILD, "--prefix", self.folder / "installed")
        installed = [path.relative_to(self.folder / "installed")
                     for path in (self.folder / "installed").rglob("*") if not path.is_dir()]
        missing = [path for path in installed if path not in held and path.with_name(f"{path.name}.gz") not in held]
        self.assertEqual([path.as_posix() for path in missing], ["share/doc/tilebase/LICENSE"])

    def test_run_where_they_are_unpacked(self):
        root = self.folder / "root"
        for package in self.packages:
            run("dpkg-deb", "--extract", package, root)
        tables = root / "usr/share/tilebase/tables/4x4.tilebase"
        printed = run(root / "usr/bin/tilebase", "solve", tables, BOARD)
        self.assertRegex(printed, r"^\d+ [LRUD]+\n$")
        try:
            import numpy  # noqa: F401  pylint: disable=unused-import
        except ImportError:
            self.skipTest("numpy is not installed")
        self.assertEqual(run(sys.executable, "-c", PROGRAM.format(root, BOARD),
                             PYTHONPATH=str(root / "usr/lib/python3/dist-packages"),
                             LD_LIBRARY_PATH=str(root / "usr/lib")), printed.partition(" ")[2])

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed")
    def test_have_no_errors_by_lintian(self):
        checked = subprocess.run(["lintian", "--fail-on", "error", *self.packages],
                                 capture_output=True, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    @unittest.skipUnless(LONG, "takes a bare Debian")
    def test_are_installed_by_apt_into_a_bare_system(self):
        root = self.root()
        for package in self.packages:
            shutil.copy(package, root.path / "root")
        root.shell("apt-get update && apt-get install -y --no-install-recommends /root/*.deb")
        root.shell("tilebase verify /usr/share/tilebase/tables/4x4.tilebase && tilebase solve "
                   "/usr/share/tilebase/tables/3x3.tilebase --random 3")
        self.assertRegex(root.run("python3", "-c", PROGRAM.format("", BOARD)), r"^[LRUD]+\n$")
        # The commands that README.md and the pages for programs and the service show.
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, root.path / "source"],
                       check=True)
        root.shell("apt-get install -y --no-install-recommends gcc g++ libc6-dev pkg-config curl")
        printed = root.run("python3", "tests/docs/transcripts_test.py", "installed", "README.md",
                           "docs/tutorial.md", "docs/service.md", folder="/source")
        print("\n".join(re.findall(r"^\S+\.md: \d+ commands$", printed, re.MULTILINE)))


if __name__ == "__main__":
    run("ninja", "-C", BUILD, "tilebase_packages")
    unittest.main(argv=sys.argv[:1])
