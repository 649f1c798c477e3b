# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Malformed requests: a 4xx and the end of the connection, or its end alone; never two answers, and
never the request that was hidden behind."""

import collections
import concurrent.futures
import json
import re
import unittest

from malformed import cases
from server import FIFTEEN, ServeTest, read_all, table_set


class Malformed(ServeTest):
    def send(self, name, request):
        """What came of it: a status, or how the connection ended; or an error as text."""
        with self.server.connect() as connection:
            try:
                connection.sendall(request)
                if name == "cut short":
                    connection.shutdown(1)
            except OSError:  # before all was sent
                return "closed"
            data, end = read_all(connection, 20)
        statuses = re.findall(rb"^HTTP/1\.1 (\d+)", data, re.MULTILINE)
        if end is None:
            return f"{name}: the connection stays open: {request[:300]} {data[:100]}"
        if len(statuses) > 1:
            return f"{name}: {len(statuses)} answers: {request[:300]}"
        if statuses and not statuses[0].startswith(b"4"):
            return f"{name}: answered {statuses[0]}: {request[:300]}"
        if statuses and b"Connection: close" not in data and end != "closed":
            return f"{name}: a 4xx that leaves the connection open: {request[:300]}"
        return statuses[0].decode() if statuses else "closed"

    def test_all(self):
        log = self.directory / "log"
        self.server = self.serve(table_set("l1.tilebase"), "--request-time", 1, "--access-log", log)
        requests = cases()
        self.assertGreaterEqual(len(requests), 500)
        with concurrent.futures.ThreadPoolExecutor(32) as pool:
            results = list(pool.map(lambda case: self.send(*case), requests))
        wrong = [result for result in results if len(result) > 6]
        self.assertEqual(wrong, [])
        self.assertIn("moves", self.server.solve_many([FIFTEEN])[0])
        self.end(self.server)
        entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        self.assertEqual([e for e in entries if "smuggled" in e["target"]], [])
        print(f"malformed requests refused: {len(requests) - len(wrong)}/{len(requests)},",
              dict(collections.Counter(results)))


if __name__ == "__main__":
    unittest.main()
