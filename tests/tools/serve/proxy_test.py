# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""proxy_test.py [ROUNDS]: behind nginx. One service under a prefix, over connections that the proxy
keeps, and with malformed requests; and two replicas, by the project's own nginx.conf, replaced one
after another under load: the tables, then the replicas. No answer is lost, and each is wholly of
the old set or of the new one."""

import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import sys
import threading
import time
import unittest
import urllib.parse

from malformed_test import cases
from server import (FIFTEEN, NGINX, TIMEOUT, Nginx, ServeTest, free_address, puzzle, read_all,
                    table_set, without_time)

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "service.md"


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
                _, _, own = self.server.get("/v1/solve?board=" + FIFTEEN.replace(" ", "+"))
                found, right = (json.loads(text, object_hook=without_time) for text in (body, own))
                wrong += (status, found) != (200, right)
        self.assertEqual(wrong, 0)
        # A connection's line may come after those of later requests.
        self.get("/tilebase/v1/last")
        self.wait_until(lambda: "/v1/last" in (self.directory / "proxy").read_text(errors="replace"), "nginx's log")
        passed = [line.split(" ", 1)[1].split(" ")[1]
                  for line in (self.directory / "proxy").read_text(errors="replace").splitlines()
                  if re.match(r"\d{3} ", line) and len(line.split(" ")) >= 3]
        of_proxy = sum("smuggled" in target for target in passed)

        def of_server():
            lines = [json.loads(line) for line in self.log.read_text().splitlines()]
            return sum("smuggled" in line["target"] for line in lines if line.get("forwarded_for"))

        self.wait_until(lambda: of_server() >= of_proxy, "the service's log")
        self.assertEqual(of_server(), of_proxy)
        print(f"malformed requests through nginx: {len(requests)}, {len(passed)} passed on; "
              f"for /smuggled, seen by the service and by nginx: {of_server()}/{of_proxy}")


ROUNDS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 1
SITE = pathlib.Path(__file__).resolve().parents[3] / "tools" / "serve" / "nginx.conf"
BOARDS = [puzzle.text(board) for board in puzzle.random_boards(600, 7)]
MANY = json.dumps({"boards": BOARDS})
FORGOTTEN = 2.5  # seconds until nginx asks a replica again: fail_timeout, counted in whole seconds


class Client(threading.Thread):
    """Asks without a pause: for many boards or for one, on one connection or on a new one each time."""

    def __init__(self, address, number, rights):
        super().__init__(daemon=True)
        self.address = address
        self.many = number % 3 == 0
        self.keeps = number % 2 == 0
        self.rights = [right if self.many else right[0] for right in rights]
        self.answers = [0] * len(rights)
        self.stopped = False
        self.wrong = None
        self.start()

    def run(self):
        client = http.client.HTTPConnection(*self.address, timeout=TIMEOUT)
        try:
            while not self.stopped:
                if self.many:
                    client.request("POST", "/v1/solve", MANY, {"Content-Type": "application/json"})
                else:
                    client.request("GET", "/v1/solve?board=" + BOARDS[0].replace(" ", ","))
                response = client.getresponse()
                body = response.read()
                assert response.status == 200, (response.status, body[:300])
                found = json.loads(body, object_hook=without_time)
                self.answers[self.rights.index(found["answers"] if self.many else found)] += 1
                if not self.keeps:
                    client.close()
        except BaseException as error:  # pylint: disable=broad-except
            self.wrong = repr(error)
        finally:
            client.close()


@unittest.skipIf(NGINX is None, "needs nginx")
class Replicas(ServeTest):
    def setUp(self):
        super().setUp()
        self.sets = [table_set(f"ladder{i}.tilebase", "--plan", f"ladder:{i}") for i in (1, 2)]
        self.served = self.directory / "served.tilebase"
        self.rights = [self.serve(path).solve_many(BOARDS) for path in self.sets]
        self.assertNotEqual(self.rights[0][0], self.rights[1][0])
        self.replace_file(0)
        self.ports = [free_address()[1] for _ in range(2)]
        self.replicas = [self.replica(port) for port in self.ports]
        site = SITE.read_text(encoding="utf-8")
        for written, port in zip(("8081", "8082"), self.ports):
            site = site.replace(f"server 127.0.0.1:{written} ", f"server 127.0.0.1:{port} ")
        self.nginx = Nginx(self.directory, site, http="access_log off;")
        self.addCleanup(self.nginx.stop)
        self.wait_until(self.proxy_answers, "the start of nginx")

    def end(self, server):
        self.assertIn(server.stop(), (0, -signal.SIGKILL), server.said)

    def replace_file(self, which):
        shutil.copy(self.sets[which], self.directory / "new")
        os.rename(self.directory / "new", self.served)

    def replica(self, port):
        return self.serve(self.served, "--listen", f"127.0.0.1:{port}", "--threads", 1,
                          "--watch-time", 0)

    def proxy_answers(self):
        self.assertIsNone(self.nginx.process.poll(), "nginx does not run")
        client = http.client.HTTPConnection(*self.nginx.address, timeout=TIMEOUT)
        try:
            client.request("GET", "/readyz")
            return client.getresponse().read() == b"ok\n"
        except OSError:
            return False
        finally:
            client.close()

    def load(self, numbers):
        clients = [Client(self.nginx.address, number, self.rights) for number in numbers]
        self.expect_answers(clients)
        return clients

    def expect_answers(self, clients):
        """Every client gets some more, none of them wrong."""
        before = [sum(client.answers) for client in clients]
        self.wait_until(lambda: any(c.wrong for c in clients) or all(
            sum(c.answers) > some for c, some in zip(clients, before)), "answers")
        self.assertEqual([client.wrong for client in clients if client.wrong], [])

    def end_load(self, clients):
        for client in clients:
            client.stopped = True
        for client in clients:
            client.join(TIMEOUT)
            self.assertFalse(client.is_alive())
        self.assertEqual([client.wrong for client in clients if client.wrong], [])

    def test_replaced_in_turn_lose_nothing_and_mix_nothing(self):
        clients = self.load(range(6))
        for round_ in range(ROUNDS):
            old, new = round_ % 2, 1 - round_ % 2
            self.replace_file(new)
            for replica in self.replicas:
                loads = replica.metric("tilebase_loads_total")
                replica.signal(signal.SIGHUP)
                self.wait_until(lambda: replica.metric("tilebase_loads_total") > loads, "a load")
                self.expect_answers(clients)
            self.expect_answers(clients)  # those under way when the last one switched
            of_old = [client.answers[old] for client in clients]
            for i, port in enumerate(self.ports):
                self.replicas[i].signal(signal.SIGTERM)
                self.assertEqual(self.replicas[i].process.wait(TIMEOUT), 0)
                self.expect_answers(clients)
                self.replicas[i] = self.replica(port)
                time.sleep(FORGOTTEN)
                self.expect_answers(clients)
                self.assertGreater(self.replicas[i].metric("tilebase_boards_solved_total"), 0)
            self.assertEqual([client.answers[old] for client in clients], of_old)
        self.end_load(clients)
        of_each = [sum(client.answers[i] for client in clients) for i in (0, 1)]
        self.assertTrue(all(of_each), of_each)
        print(f"answers through nginx while tables and replicas were replaced {ROUNDS} times: "
              f"{sum(of_each)}, {of_each[0]} of the first set, none lost, none mixed")

    def test_killed_loses_no_question_of_one_board(self):
        clients = self.load((1, 2, 4, 5))
        for i, port in enumerate(self.ports):
            killed = self.replicas[i]
            killed.process.kill()
            killed.process.wait(TIMEOUT)
            self.expect_answers(clients)
            self.replicas[i] = self.replica(port)
            time.sleep(FORGOTTEN)
        self.end_load(clients)


if __name__ == "__main__":
    unittest.main()
