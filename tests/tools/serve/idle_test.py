# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Idle connections cost at most 3 KB each, also those that have been busy before.

idle_test.py [CONNECTIONS]
"""

import json
import resource
import sys
import unittest

from server import FIFTEEN, ServeTest, read_response, table_set

CONNECTIONS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 1000
# What any server takes with its first requests.
WARM_KB = 1000


class Idle(ServeTest):
    def setUp(self):
        super().setUp()
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if most < CONNECTIONS + 500:
            self.skipTest(f"needs {CONNECTIONS + 500} open files, may have {most}")
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    def test_memory(self):
        server = self.serve(table_set("l5.tilebase", "--plan", "ladder:5"), "--threads", 2,
                            "--max-connections", CONNECTIONS + 100)
        body = json.dumps({"boards": [FIFTEEN] * 20}).encode()
        requests = (b"", b"GET /v1/solve?board=" + FIFTEEN.replace(" ", "+").encode() +
                    b" HTTP/1.1\r\nHost: x\r\n\r\n",
                    b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        empty = server.resident_kb()
        connections = []
        for number in range(CONNECTIONS):
            connection = server.connect()
            connections.append(connection)
            request = requests[number % 3]
            if request:
                connection.sendall(request)
                if number % 3 == 1:
                    read_response(connection)
                else:
                    answer = b""
                    while not answer.endswith(b"\r\n0\r\n\r\n"):
                        answer += connection.recv(65536)
        self.wait_until(lambda: server.metric("tilebase_connections") == CONNECTIONS + 1, "all")
        full = server.resident_kb()
        for connection in connections[::97]:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertIn(b" 200 ", read_response(connection)[0])
        for connection in connections:
            connection.close()
        print(f"idle connections held: {CONNECTIONS}, {full - empty} KB above "
              f"{empty} KB, {(full - empty) * 1024 / CONNECTIONS:.0f} bytes each")
        self.assertLess(full - empty, CONNECTIONS * 3 + (WARM_KB if CONNECTIONS < 10000 else 0))


if __name__ == "__main__":
    unittest.main()
