# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Behind nginx: under a prefix, over connections that it keeps, and with malformed requests."""

import concurrent.futures
import http.client
import json
import re
import socket
import time
import unittest
import urllib.parse
from pathlib import Path

from malformed import cases
from nginx import NGINX, Nginx
from server import FIFTEEN, TIMEOUT, ServeTest, puzzle, read_all, table_set

PAGE = Path(__file__).resolve().parents[3] / "docs" / "service.md"


class Proxy(ServeTest):
    def setUp(self):
        super().setUp()
        if NGINX is None:
            self.skipTest("needs nginx")
        self.log = self.directory / "log"
        self.server = self.serve(table_set("l1.tilebase"), "--access-log", self.log,
                                 "--idle-time", 90)
        # The page's own example, with the addresses of this test.
        example = re.search(r"^```nginx\n(.*?)^```", PAGE.read_text(encoding="utf-8"),
                            re.MULTILINE | re.DOTALL)[1]
        example = example.replace("127.0.0.1:8080", "%s:%d" % self.server.address)
        self.nginx = Nginx(
            self.directory, example,
            server="client_header_timeout 1s; client_body_timeout 1s; lingering_close off;"
                   " proxy_ignore_client_abort on;",
            http="log_format sent '$upstream_status $request';"
                 f" access_log {self.directory}/proxy sent;")
        self.addCleanup(self.nginx.stop)
        self.address = self.nginx.address
        self.wait_until(self.proxy_answers, "the start of nginx")

    def proxy_answers(self):
        self.assertIsNone(self.nginx.process.poll(), "nginx does not run")
        try:
            return self.get("/tilebase/healthz")[0] == 200
        except OSError:
            return False

    def get(self, target, method="GET", body=None, headers=None):
        client = http.client.HTTPConnection(*self.address, timeout=TIMEOUT)
        client.request(method, target, body, headers or {})
        response = client.getresponse()
        answer = response.status, response.headers, response.read()
        client.close()
        return answer

    def test_under_a_prefix(self):
        status, _, page = self.get("/tilebase/")
        self.assertEqual(status, 200)
        links = re.findall(rb'(?:href|src)="([^"#]+)"', page)
        self.assertTrue(links)
        for link in links:
            target = urllib.parse.urljoin("/tilebase/", link.decode())
            if "//" not in target:
                self.assertEqual(self.get(target)[0], 200, target)
        document = json.loads(self.get("/tilebase/openapi.json")[2])
        base = urllib.parse.urljoin("http://x/tilebase/openapi.json", document["servers"][0]["url"])
        base = urllib.parse.urlsplit(base).path.rstrip("/")
        self.assertEqual(self.get(base + "/v1/tables")[0], 200)
        self.assertEqual(self.get("/tilebase/v1/nothing")[0], 404)

    def test_over_kept_connections(self):
        before = self.server.metric("tilebase_connections_accepted_total")
        boards = [puzzle.text(board) for board in puzzle.random_boards(300, 3)]

        def solve(board):
            status, _, body = self.get("/tilebase/v1/solve?board=" + board.replace(" ", ","))
            actions = json.loads(body)["actions"]
            return status == 200 and puzzle.replay(map(int, board.split()),
                                                   actions) == puzzle.solved()
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertTrue(all(pool.map(solve, boards)))
        self.assertLess(self.server.metric("tilebase_connections_accepted_total") - before, 30)
        body = json.dumps({"boards": boards * 20})
        status, _, answer = self.get("/tilebase/v1/solve", "POST", body,
                                     {"Content-Type": "application/json"})
        self.assertEqual((status, len(json.loads(answer)["answers"])), (200, 6000))
        self.wait_until(lambda: self.log.read_text().count("\n") >= 301, "the log")
        entries = [json.loads(line) for line in self.log.read_text().splitlines()]
        self.assertTrue(all(entry.get("forwarded_for") == "127.0.0.1" for entry in entries
                            if entry["target"].startswith("/v1/solve")))

    def test_malformed_requests(self):
        """What nginx passes on of them must be to the service the requests that nginx thinks it has
        passed on, no more and no fewer, each with its own answer."""
        def send(case):
            name, request = case
            request = request.replace(b" /healthz", b" /tilebase/healthz")
            request = request.replace(b" /v1/solve", b" /tilebase/v1/solve")
            request = request.replace(b" /smuggled", b" /tilebase/smuggled")
            with socket.create_connection(self.address, TIMEOUT) as connection:
                try:
                    connection.sendall(request)
                    connection.shutdown(1)
                    _, end = read_all(connection, 20)
                except OSError:  # closed before all was sent
                    end = "reset"
            return None if end else name
        requests = cases()
        # One after another over few kept connections, with a question between whose answer is known.
        wrong = 0
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for start in range(0, len(requests), 48):
                stuck = [name for name in pool.map(send, requests[start:start + 48]) if name]
                self.assertEqual(stuck, [])
                status, _, body = self.get("/tilebase/v1/solve?board=" + FIFTEEN.replace(" ", "+"))
                right = json.loads(self.server.get(
                    "/v1/solve?board=" + FIFTEEN.replace(" ", "+"))[2])
                wrong += (status, json.loads(body)) != (200, right)
        self.assertEqual(wrong, 0)
        # The last request is in both logs, and so are those before.
        self.get("/tilebase/v1/last")
        self.wait_until(lambda: all("/v1/last" in log.read_text(errors="replace")
                                    for log in (self.log, self.directory / "proxy")), "the logs")
        passed = [line.split(" ", 1)[1].split(" ")[1]
                  for line in (self.directory / "proxy").read_text(errors="replace").splitlines()
                  if re.match(r"\d{3} ", line) and len(line.split(" ")) >= 3]
        seen = [json.loads(line)["target"] for line in self.log.read_text().splitlines()
                if json.loads(line).get("forwarded_for")]
        of_proxy = sum("smuggled" in target for target in passed)
        of_server = sum("smuggled" in target for target in seen)
        self.assertEqual(of_server, of_proxy)
        print(f"malformed requests through nginx: {len(requests)}, {len(passed)} passed on; "
              f"for /smuggled, seen by the service and by nginx: {of_server}/{of_proxy}")


if __name__ == "__main__":
    unittest.main()
