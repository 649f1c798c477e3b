# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The examples that other tests do not run: the client of the service, and the page.

docs/examples/solve.c and solve.cc are run by tests/packaging, firmware.cc by tests/firmware.

Usage: examples_test.py BUILD_DIRECTORY
"""

import functools
import http.server
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs/examples"
BUILD = pathlib.Path(sys.argv[1]).resolve()
TILEBASE = os.environ["TILEBASE"]


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map,
                      ".wasm": "application/wasm", ".js": "text/javascript"}

    def log_message(self, *_):
        pass


class TheExamples(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = pathlib.Path(directory.name)

    @unittest.skipUnless((BUILD / "tools/libtilebase_serve.a").exists(), "built without the service")
    def test_client_prints_what_the_command_does(self):
        tables = self.folder / "tables"
        subprocess.run([TILEBASE, "build", "-o", tables, "--board", "3x3"], check=True)
        boards = subprocess.run([TILEBASE, "scramble", tables, "--moves", "0..40", "--count", "1500"],
                                check=True, capture_output=True, text=True).stdout + "1 2 3\n"
        with subprocess.Popen([TILEBASE, "serve", "--listen", "127.0.0.1:0", tables],
                              stderr=subprocess.PIPE, text=True) as service:
            try:
                address = re.search(r"listening on (\S+)", service.stderr.readline())[1]
                found = subprocess.run([sys.executable, EXAMPLES / "client.py", f"http://{address}"],
                                       input=boards, capture_output=True, text=True, check=False)
            finally:
                service.terminate()
        expected = subprocess.run([TILEBASE, "solve", tables, "-"], input=boards, capture_output=True,
                                  text=True, check=False).stdout.splitlines()
        *lines, last = found.stdout.splitlines()
        self.assertEqual(lines, expected[:-1])
        self.assertRegex(last, "^error: ")
        self.assertEqual(found.returncode, 1, found.stderr)

    @unittest.skipUnless(shutil.which("chromium"), "chromium is not installed")
    @unittest.skipUnless((BUILD / "tilebase-wasm/tilebase.wasm").exists(), "built without the package")
    def test_page_gets_home_by_its_hints(self):
        shutil.copy(EXAMPLES / "page.html", self.folder)
        shutil.copytree(BUILD / "tilebase-wasm", self.folder / "node_modules/tilebase-wasm")
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Quiet, directory=self.folder))
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        for part, says in (("", "170 moves by the tables"), ("#play", "Solved")):
            page = subprocess.run(
                ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000",
                 f"--user-data-dir={self.folder}/profile", "--dump-dom",
                 f"http://127.0.0.1:{server.server_port}/page.html{part}"],
                capture_output=True, text=True, check=False, timeout=250).stdout
            self.assertIn(f">{says}</output>", page)
            self.assertEqual(page.count("<button"), 17)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
