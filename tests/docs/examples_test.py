# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The examples that other tests do not run: the client of the service, the controllers of a warehouse, the page
and the notebook.

docs/examples/solve.c and solve.cc are run by tests/packaging, firmware.cc by tests/firmware, game.c and game.mjs
by games_test.py.

Usage: examples_test.py BUILD_DIRECTORY LIBRARY
"""

import functools
import http.server
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse

try:
    import matplotlib  # noqa: F401  pylint: disable=unused-import
    import nbclient
    import nbformat
    import numpy  # noqa: F401  pylint: disable=unused-import
    from ipykernel.kernelspec import write_kernel_spec
    MISSING = None
except ImportError as missing:
    MISSING = (f"{missing}; install python3-nbclient python3-ipykernel python3-matplotlib "
               "python3-numpy")

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs/examples"
NOTEBOOK = ROOT / "docs/tutorial.ipynb"
BUILD = pathlib.Path(sys.argv[1]).resolve()
TILEBASE = os.environ["TILEBASE"]


# Added to the page, so that it sends its messages to the server.
WATCH = """<script>
  new MutationObserver(() => fetch("/says/" + encodeURIComponent(says.value)))
    .observe(says, { childList: true });
</script>"""


class Server(http.server.ThreadingHTTPServer):
    """Files of a folder, and a queue of what the page says."""

    def __init__(self, folder):
        self.said = queue.Queue()
        super().__init__(("127.0.0.1", 0), functools.partial(Handler, directory=folder))


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map,
                      ".wasm": "application/wasm", ".js": "text/javascript"}

    def do_GET(self):
        if self.path.startswith("/says/"):
            self.server.said.put(urllib.parse.unquote(self.path.removeprefix("/says/")))
            self.send_error(404)
        else:
            super().do_GET()

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

    def test_controllers_move_loads_as_solve_says(self):
        table, program = self.folder / "store.tilebase", self.folder / "controller"
        command = re.search(r"tilebase (build .*)", (EXAMPLES / "controller.c").read_text("utf-8"))[1]
        subprocess.run([TILEBASE, *command.replace("store.tilebase", str(table)).split()], check=True)
        subprocess.run([os.environ.get("CC", "cc"), "-std=c99", "-Wall", "-Wextra", "-Werror",
                        f"-I{ROOT / 'runtime'}", EXAMPLES / "controller.c", sys.argv[2],
                        f"-Wl,-rpath,{pathlib.Path(sys.argv[2]).parent}", "-o", program], check=True)
        floors = [".._../_..../_..../..1../.....", "_.__./_..../_..../..1../...._", "1_.../_..../_..../...../.....",
                  "...../_..../_..../..1../.....", "_.__./_..../_..../..1../..1._"]  # one with a blank too few
        printed = []
        for words in ([program], [sys.executable, EXAMPLES / "controller.py"]):
            found = subprocess.run([*words, table], input="\n".join(floors) + "\n", capture_output=True, text=True,
                                   check=False, env={**os.environ, "TILEBASE_LIBRARY": sys.argv[2],
                                                     "PYTHONPATH": str(ROOT / "runtime/python")})
            self.assertEqual((found.stderr, found.returncode), ("", 1))
            printed.append(re.sub("error: .*", "error", found.stdout))
        self.assertEqual(printed[0], printed[1])
        solved = subprocess.run([TILEBASE, "solve", table, "-"], input="\n".join(floors) + "\n", text=True,
                                capture_output=True, check=False).stdout.splitlines()
        parts = re.split(r"^(?:(\d+) steps.*|(error))\n", printed[0], flags=re.MULTILINE)[1:]
        self.assertEqual(len(solved), len(floors))
        for line, (count, error, moves) in zip(solved, zip(*[iter(parts)] * 3)):
            if error:
                self.assertRegex(line, "^error: ")
                continue
            steps = [[] for _ in range(int(count))]
            for step, start, end in re.findall(r"step (\d+): load on (\d+) to (\d+)", moves):
                steps[int(step) - 1].append(f"{start}>{end}")
            self.assertEqual(line.strip(), " ".join([count, *map(",".join, steps)]))

    @unittest.skipUnless(shutil.which("chromium"), "chromium is not installed")
    @unittest.skipUnless((BUILD / "tilebase-wasm/tilebase.wasm").exists(), "built without the package")
    def test_pages_get_home_by_hints_and_find_a_shorter_way_and_a_par(self):
        for name in ("page.html", "scrambler.html"):
            page = (EXAMPLES / name).read_text("utf-8")
            (self.folder / name).write_text(page.replace("</html>", WATCH + "</html>"), "utf-8")
        shutil.copytree(BUILD / "tilebase-wasm", self.folder / "node_modules/tilebase-wasm")
        server = Server(self.folder)
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        for part, expected in (("page.html", "78 moves by the tables"), ("page.html#play", "Solved"),
                               ("page.html#shorter", r"\d\d moves(, the fewest)?: [LRUD]+"),
                               ("scrambler.html", r"par 2[0-4], the fewest moves")):
            with subprocess.Popen(
                    ["chromium", "--headless", "--no-sandbox", "--disable-gpu",
                     "--remote-debugging-port=0", f"--user-data-dir={self.folder}/profile",
                     f"http://127.0.0.1:{server.server_port}/{part}"],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as browser:
                try:
                    while not re.fullmatch(expected, server.said.get(timeout=100)):
                        pass
                finally:
                    browser.terminate()
            server.said = queue.Queue()


class TheNotebook(unittest.TestCase):
    @unittest.skipIf(MISSING, MISSING)
    def test_runs_from_its_first_cell_to_its_last(self):
        with tempfile.TemporaryDirectory() as folder:
            # A kernel of this Python, whatever others the machine has.
            write_kernel_spec(os.path.join(folder, "kernels/python3"))
            os.environ.update(TILEBASE_LIBRARY=sys.argv[2], JUPYTER_PATH=folder, MPLBACKEND="agg",
                              PATH=f"{pathlib.Path(TILEBASE).parent}:{os.environ['PATH']}",
                              PYTHONPATH=str(ROOT / "runtime/python"), IPYTHONDIR=folder)
            notebook = nbformat.read(NOTEBOOK, as_version=4)
            nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
        printed = "".join(output.get("text", "") for cell in notebook.cells
                          for output in cell.get("outputs", ()))
        print(printed)
        self.assertIn("347 sweeps", printed)

    def test_is_kept_without_outputs(self):
        cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
        self.assertEqual([cell["source"] for cell in cells if cell.get("outputs")], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
