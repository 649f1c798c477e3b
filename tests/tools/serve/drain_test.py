# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""SIGTERM under load: every request on a connection that was made is answered whole.

drain_test.py [STOPS]
"""

import http.client
import json
import signal
import socket
import sys
import threading
import time
import unittest

from server import FIFTEEN, TIMEOUT, ServeTest, table_set

STOPS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 3
CLIENTS = 12
MANY = json.dumps({"boards": [FIFTEEN] * 2000})


class Client(threading.Thread):
    """Asks without a pause, on connections that it keeps as long as it may."""

    def __init__(self, server, number):
        super().__init__(daemon=True)
        self.server = server
        self.number = number
        self.answered = 0
        self.lost = []
        self.start()

    def run(self):
        while not self.lost:
            try:
                connection = socket.create_connection(self.server.address, TIMEOUT)
            except OSError:
                return  # the server takes no more: that is no loss
            try:
                self.ask(connection)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.lost.append(repr(error))
            connection.close()

    def ask(self, connection):
        client = http.client.HTTPConnection("x")
        client.sock = connection
        while client.sock is not None:
            if self.number % 3 == 0:
                client.request("POST", "/v1/solve", MANY, {"Content-Type": "application/json"})
                expected = 2000
            else:
                client.request("GET", "/v1/solve?board=" + FIFTEEN.replace(" ", "+"))
                expected = None
            response = client.getresponse()
            answer = json.loads(response.read())
            solved = len(answer["answers"]) if expected else None
            if response.status != 200 or solved != expected:
                raise ValueError(f"{response.status} {answer}")
            self.answered += 1
            if self.number % 3 == 1:
                return  # a new connection for each request
            if response.will_close:
                return


class Drain(ServeTest):
    def test_no_request_is_lost(self):
        answered = 0
        longest = 0
        for stop in range(STOPS):
            server = self.serve(table_set("l1.tilebase"), "--threads", 2)
            clients = [Client(server, number) for number in range(CLIENTS)]
            self.wait_until(lambda: all(c.answered for c in clients), "load")
            time.sleep(0.01 * (stop % 10))
            begin = time.monotonic()
            server.signal(signal.SIGTERM)
            self.assertEqual(server.process.wait(TIMEOUT), 0)
            longest = max(longest, time.monotonic() - begin)
            for client in clients:
                client.join(TIMEOUT)
                self.assertFalse(client.is_alive())
            lost = [error for client in clients for error in client.lost]
            self.assertEqual(lost, [], f"stop {stop}")
            answered += sum(client.answered for client in clients)
        print(f"requests answered under {STOPS} stops: {answered}, none lost; "
              f"the longest took {longest:.1f} s")

    def test_while_it_stops(self):
        server = self.serve(table_set("l1.tilebase"), "--drain-time", 20)
        idle = server.connect()
        begun = server.connect()
        begun.sendall(b"GET /readyz HTTP/1.1\r\nHost: x\r\n")
        self.wait_until(lambda: server.metric("tilebase_connections") >= 3, "connections")
        server.signal(signal.SIGTERM)
        self.assertEqual(idle.recv(1), b"")  # had no request
        with self.assertRaises(ConnectionRefusedError):
            server.connect()
        self.assertIsNone(server.process.poll())
        begun.sendall(b"\r\n")
        answer = begun.recv(65536)
        self.assertTrue(answer.startswith(b"HTTP/1.1 503 "), answer)
        self.assertIn(b"\r\nConnection: close\r\n", answer)
        self.assertEqual(begun.recv(1), b"")
        idle.close()
        begun.close()
        self.assertEqual(server.process.wait(TIMEOUT), 0)

    def test_not_for_ever(self):
        server = self.serve(table_set("l1.tilebase"), "--drain-time", 0.5)
        with server.connect() as begun:
            begun.sendall(b"GET /")
            self.wait_until(lambda: server.metric("tilebase_connections") >= 2, "connection")
            server.signal(signal.SIGTERM)
            self.assertEqual(server.process.wait(10), 0)

    def test_a_second_signal_ends_at_once(self):
        server = self.serve(table_set("l1.tilebase"))
        with server.connect() as begun:
            begun.sendall(b"GET /")
            self.wait_until(lambda: server.metric("tilebase_connections") >= 2, "connection")
            server.signal(signal.SIGTERM)
            self.wait_until(lambda: any("stopping" in line for line in server.said), "stopping")
            server.signal(signal.SIGINT)
            self.assertEqual(server.process.wait(10), 0)


if __name__ == "__main__":
    unittest.main()
