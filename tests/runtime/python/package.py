# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The checkout's package for the scripts of this folder, with the library that their first argument
names. Ends a script as skipped where numpy is not installed."""

import os
import pathlib
import sys

try:
    import numpy as np
except ImportError:
    print("numpy is not installed: the Python package is not tested")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[3]
os.environ["TILEBASE_LIBRARY"] = sys.argv[1]
sys.path.insert(0, str(ROOT / "runtime/python"))
import tilebase  # noqa: E402  pylint: disable=wrong-import-position

__all__ = ["ROOT", "np", "tilebase"]
