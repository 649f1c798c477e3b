# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""What a Debian that has nothing else makes of the project:

  AnInstallTree  what `cmake --install` lays down
  TheImage       what tools/serve/Dockerfile makes of it. Its steps are each run in a bare root, which is
                 debian:bookworm-slim: no daemon and no registry is needed
  AWalk          a new user's: from the clone, by README.md's first command and the page on building, to
                 the last transcript of the last page

Usage: bare_test.py BUILD_DIRECTORY [CLASS...]
"""

import collections
import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
import unittest
import urllib.request

from bare_root import BareRootTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
BareRootTest.cache = BUILD / "bare-root"
# The packages that docs/building.md names.
RUNTIME = "libabsl20220623 liblmdb0 libzstd1 libxxhash0 libmd0 libstdc++6"
# Nobody is there to answer questions, and recommended packages would take too long.
APT = 'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\n'


class AnInstallTree(BareRootTest):
    def test_runs_and_is_linked_with_in_a_bare_system(self):
        root = self.root()
        root.shell("apt-get update && apt-get install -y --no-install-recommends " + RUNTIME)
        subprocess.run(["cmake", "--install", BUILD, "--prefix", "/usr/local"], check=True,
                       env={**os.environ, "DESTDIR": str(root.path)}, stdout=subprocess.DEVNULL)
        root.shell("tilebase build -o l1.tilebase --plan ladder:1 && tilebase verify l1.tilebase")
        unit = (root.path / "usr/local/lib/systemd/system/tilebase-serve.service").read_text("utf-8")
        self.assertIn("\nExecStart=/usr/local/bin/tilebase serve", unit)

        root.shell("apt-get install -y --no-install-recommends g++ pkg-config && ldconfig")
        for name in ("solve.c", "solve.cc"):
            shutil.copy(ROOT / "docs/examples" / name, root.path / name)
        for compiler, name in (("cc -std=c99", "solve.c"), ("c++ -std=c++17", "solve.cc")):
            with self.subTest(name):
                printed = root.shell(f"{compiler} {name} $(pkg-config --cflags --libs tilebase) "
                                     "-o example && ./example l1.tilebase")
                self.assertRegex(printed, r"\d+ actions: [LRUD]+\n")


DOCKERFILE = ROOT / "tools/serve/Dockerfile"
BASE = "debian:bookworm-slim"

Stage = collections.namedtuple("Stage", "name steps settings")


def stages():
    """The stages of the Dockerfile: what to do in each, and what its containers start with."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = []
    for line in text.replace("\\\n", " ").splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "FROM":
            base, _, name = rest.partition(" AS ")
            assert base == BASE, line
            found.append(Stage(name, [], {}))
        elif word in ("RUN", "COPY"):
            found[-1].steps.append((word, rest))
        elif word in ("ENTRYPOINT", "CMD"):
            found[-1].settings[word] = json.loads(rest)
        elif word in ("ENV", "USER", "EXPOSE"):
            found[-1].settings[word] = rest
        else:
            assert not word, line
    return found


def ask(address, path):
    with urllib.request.urlopen(f"http://{address}{path}", timeout=60) as answer:
        return answer.read().decode()


class TheImage(BareRootTest):
    def copy_source(self, target):
        """The tree as it is in git: the rest of the folder is of no use in an image."""
        names = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True,
                               stdout=subprocess.PIPE).stdout.decode().split("\0")[:-1]
        for name in names:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)

    def make(self, stage, roots):
        root = self.root()
        for word, rest in stage.steps:
            if word == "RUN":
                root.shell(rest)
                continue
            *option, source, target = shlex.split(rest)
            into = root.path / target.lstrip("/")
            into.parent.mkdir(parents=True, exist_ok=True)
            if not option:
                self.assertEqual(source, ".")
                self.copy_source(into)
                continue
            origin = roots[option[0].removeprefix("--from=")].path / source.lstrip("/")
            if origin.is_dir():
                shutil.copytree(origin, into, dirs_exist_ok=True)
            else:
                shutil.copy2(origin, into)
        return root

    def start(self, root, settings):
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            port = listener.getsockname()[1]
        name, value = settings["ENV"].split("=")
        self.assertEqual((name, value), ("TILEBASE_LISTEN", "0.0.0.0:8080"))
        self.assertEqual(settings["EXPOSE"], "8080")
        server = subprocess.Popen(root.command(
            *settings["ENTRYPOINT"], *settings["CMD"], user=settings["USER"],
            environment={name: f"127.0.0.1:{port}"}))
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        return f"127.0.0.1:{port}"

    def test_serves_its_tables_and_the_page(self):
        roots = {}
        for stage in stages():
            roots[stage.name] = self.make(stage, roots)
        address = self.start(roots[stage.name], stage.settings)
        deadline = time.monotonic() + 60
        while True:
            try:
                self.assertEqual(ask(address, "/readyz"), "ok\n")
                break
            except OSError:
                self.assertLess(time.monotonic(), deadline, "the service does not answer")
                time.sleep(0.1)
        self.assertIn('"moves":10,', ask(address, "/v1/solve?board=42_713856"))
        # The page with its parts, not the small one that stands in for it.
        self.assertIn("page.js", ask(address, "/"))
        self.assertTrue(ask(address, "/page.js"))


def recipe(page):
    """The first block of commands of a page."""
    return re.search(r"^```sh\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"),
                     re.MULTILINE | re.DOTALL).group(1)


class AWalk(BareRootTest):
    def test_leads_from_the_clone_to_the_last_transcript(self):
        root = self.root()
        (root.path / "etc/apt/apt.conf.d/91walk").write_text(APT, encoding="utf-8")
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, root.path / "source"],
                       check=True)

        printed = root.run("tools/run", folder="/source")
        self.assertRegex(printed.splitlines()[-1], r"^\d+ [LRUD]+$", printed)

        root.shell(recipe("docs/building.md"), folder="/source")
        # Programs that the pages' examples need.
        root.shell("apt-get install python3 curl pkg-config")
        printed = root.run("python3", "tests/docs/transcripts_test.py", "installed", "long",
                           folder="/source")
        print("\n".join(re.findall(r"^\S+\.md: \d+ commands$", printed, re.MULTILINE)))
        # A chroot's root folder is no mount point: one test mounts.
        root.run("python3", "tests/tools/command/bad_output_test.py", folder="/source",
                 environment={"PYTHONPATH": "/source/tests/tools",
                              "TILEBASE": "/usr/local/bin/tilebase",
                              "TILEBASE_REFERENCE": "/source/tests/reference"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
