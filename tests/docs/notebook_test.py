# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""docs/tutorial.ipynb runs from its first cell to its last, and is kept without outputs.

Usage: notebook_test.py LIBRARY
"""

import json
import os
import pathlib
import sys
import tempfile
import unittest

try:
    import matplotlib  # noqa: F401  pylint: disable=unused-import
    import nbclient
    import nbformat
    import numpy  # noqa: F401  pylint: disable=unused-import
    from ipykernel.kernelspec import write_kernel_spec
except ImportError as missing:
    print(f"the notebook is not run: {missing}; install python3-nbclient python3-ipykernel "
          "python3-matplotlib python3-numpy")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "docs/tutorial.ipynb"
TILEBASE = pathlib.Path(os.environ["TILEBASE"])


class TheNotebook(unittest.TestCase):
    def test_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            # A kernel of this Python, whatever others the machine has.
            write_kernel_spec(os.path.join(folder, "kernels/python3"))
            os.environ.update(TILEBASE_LIBRARY=sys.argv[1], JUPYTER_PATH=folder, MPLBACKEND="agg",
                              PATH=f"{TILEBASE.parent}:{os.environ['PATH']}",
                              PYTHONPATH=str(ROOT / "runtime/python"), IPYTHONDIR=folder)
            notebook = nbformat.read(NOTEBOOK, as_version=4)
            nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
        printed = "".join(output.get("text", "") for cell in notebook.cells
                          for output in cell.get("outputs", ()))
        print(printed)
        self.assertIn("347 sweeps", printed)

    def test_has_no_outputs(self):
        cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
        self.assertEqual([cell["source"] for cell in cells if cell.get("outputs")], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
