# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Every transcript of README.md and docs/ is run (transcripts.py says what one is), with an installed
tilebase and nothing of the caller's environment.

Usage: transcripts_test.py BUILD_DIRECTORY [long] [PAGE...]   an install of this build, in a folder
       transcripts_test.py installed [long] [PAGE...]         the tilebase that is on this system
"""

import difflib
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import transcripts

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = sys.argv[1] if len(sys.argv) > 1 else "build"
INSTALLED = BUILD == "installed"
LONG = "long" in sys.argv[2:]
PAGES = [pathlib.Path(name).resolve() for name in sys.argv[2:] if name != "long"] or \
    [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TIMEOUT = 3600 if LONG else 120
PORT = "127.0.0.1:8080"  # where the pages have the service


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return "127.0.0.1:%d" % listener.getsockname()[1]


class Page:
    """A folder and an environment in which a page's commands run."""

    def __init__(self, folder, environment):
        self.folder, self.port = folder, free_port()
        self.environment = {**environment, "TILEBASE_LISTEN": self.port}
        self.background = []

    def run(self, command):
        """What the command prints; a command in the background prints until it is silent."""
        command = command.replace(PORT, self.port)
        if not command.endswith("&"):
            result = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False)
            return result.stdout.decode().replace(self.port, PORT)
        log = self.folder / f".background-{len(self.background)}"
        with log.open("wb") as output:
            self.background.append(subprocess.Popen(
                ["bash", "-c", "exec " + command.rstrip("& ")], cwd=self.folder,
                env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT))
        return log

    def close(self):
        for process in self.background:
            process.terminate()
            process.wait(timeout=60)


class Transcripts(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.environment = {"PATH": os.environ["PATH"], "HOME": cls.directory.name,
                           "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        if INSTALLED:
            return
        prefix = pathlib.Path(cls.directory.name) / "prefix"
        subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], check=True,
                       stdout=subprocess.DEVNULL)
        libraries = next(prefix.rglob("libtilebase.so")).parent
        cls.environment |= {
            "PATH": f"{prefix}/bin:{os.environ['PATH']}", "LD_LIBRARY_PATH": str(libraries),
            "PKG_CONFIG_PATH": str(libraries / "pkgconfig"), "CMAKE_PREFIX_PATH": str(prefix)}

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def check_page(self, path):
        """How many commands of the page were run."""
        folder = pathlib.Path(self.directory.name) / path.stem
        folder.mkdir()
        for name in ("docs", "tests", "tools"):
            (folder / name).symlink_to(ROOT / name)
        if not INSTALLED:
            # Where a page runs the command by tools/run: the test has built it already.
            (folder / "tools").unlink()
            (folder / "tools").mkdir()
            (folder / "tools/run").write_text('#!/bin/sh\nexec tilebase "$@"\n', encoding="utf-8")
            (folder / "tools/run").chmod(0o755)
        page, count = Page(folder, self.environment), 0
        self.addCleanup(page.close)
        for step in transcripts.read(path.read_text(encoding="utf-8")):
            if isinstance(step, transcripts.File):
                (folder / step.name).write_text(step.text, encoding="utf-8")
            elif LONG or not step.long:
                with self.subTest(page=path.name, line=step.line):
                    self.check_step(page, step)
                count += 1
        page.close()
        page.background = []
        return count

    def check_step(self, page, step):
        printed = page.run(step.command)
        if isinstance(printed, pathlib.Path):  # a log that grows
            deadline = time.monotonic() + TIMEOUT
            log, printed = printed, ""
            while not transcripts.agrees(step.shown, printed) and time.monotonic() < deadline:
                time.sleep(0.05)
                printed = log.read_text(encoding="utf-8").replace(page.port, PORT)
        if not transcripts.agrees(step.shown, printed):
            shown = transcripts.compared("\n".join(step.shown))
            self.fail("\n".join([f"$ {step.command}", *difflib.ndiff(
                shown, transcripts.compared(printed))]))

    def test_print_what_the_pages_show(self):
        counts = {path.name: self.check_page(path) for path in PAGES}
        for name, count in counts.items():
            if count:
                print(f"{name}: {count} commands")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
