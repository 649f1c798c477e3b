# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Table sets that change while they are served: by a new file, on SIGHUP, for the worse.

switch_test.py [SWITCHES]
"""

import json
import os
import shutil
import signal
import sys
import threading
import unittest

from server import TIMEOUT, ServeTest, puzzle, table_set

SWITCHES = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 30
BOARDS = [puzzle.text(board) for board in puzzle.random_boards(600, 7)]
CLIENTS = 6


class Client(threading.Thread):
    """Asks for one board or for many until it is stopped; each answer must be of one set."""

    def __init__(self, server, many, rights):
        super().__init__(daemon=True)
        self.server = server
        self.many = many
        self.rights = rights
        self.stopped = False
        self.answers = [0] * len(rights)
        self.wrong = None
        self.start()

    def run(self):
        connection = self.server.open()
        try:
            while not self.stopped:
                if self.many:
                    found = self.server.solve_many(BOARDS, connection)
                else:
                    status, _, body = self.server.get(
                        "/v1/solve?board=" + BOARDS[0].replace(" ", "+"), connection=connection)
                    assert status == 200, (status, body)
                    found = json.loads(body)
                kind = [i for i, right in enumerate(self.rights)
                        if found == (right if self.many else right[0])]
                assert len(kind) == 1, f"neither the old answer nor the new: {str(found)[:300]}"
                self.answers[kind[0]] += 1
        except BaseException as error:  # pylint: disable=broad-except
            self.wrong = repr(error)
        finally:
            connection.close()


class Switch(ServeTest):
    def setUp(self):
        super().setUp()
        self.sets = [table_set(f"l{i}.tilebase", "--plan", f"ladder:{i}") for i in (1, 2)]
        self.served = self.directory / "served.tilebase"

    def replace(self, source):
        new = self.directory / "new"
        shutil.copy(source, new)
        os.rename(new, self.served)

    def right_answers(self):
        rights = []
        for path in self.sets:
            server = self.serve(path)
            rights.append(server.solve_many(BOARDS))
        self.assertNotEqual(rights[0][0], rights[1][0])
        return rights

    def test_switches_under_load(self):
        rights = self.right_answers()
        self.replace(self.sets[0])
        # The first half on SIGHUP alone, the second by looking at the file.
        for watch_time, switches in ((0, SWITCHES // 2), (0.01, SWITCHES - SWITCHES // 2)):
            server = self.serve(self.served, "--threads", 2, "--watch-time", watch_time)
            clients = [Client(server, number % 2 == 0, rights) for number in range(CLIENTS)]
            for switch in range(switches):
                loads = server.metric("tilebase_loads_total")
                self.replace(self.sets[(switch + 1) % 2])
                if watch_time == 0:
                    server.signal(signal.SIGHUP)
                self.wait_until(lambda: server.metric("tilebase_loads_total") > loads, "a switch")
                self.assertEqual([c.wrong for c in clients if c.wrong], [])
            for client in clients:
                client.stopped = True
            for client in clients:
                client.join(TIMEOUT)
                self.assertFalse(client.is_alive())
            self.assertEqual([c.wrong for c in clients if c.wrong], [])
            of_each = [sum(c.answers[i] for c in clients) for i in (0, 1)]
            self.assertTrue(all(of_each), of_each)
            self.assertEqual(server.metric("tilebase_loads_refused_total"), 0)
            print(f"answers of one set or the other during {switches} switches "
                  f"{'on SIGHUP' if watch_time == 0 else 'by file'}: {sum(of_each)}, "
                  f"{of_each[0]} of the first")
            self.replace(self.sets[0])

    def test_a_bad_file_is_refused(self):
        self.replace(self.sets[0])
        server = self.serve(self.served, "--watch-time", 0.02)
        right = server.solve_many(BOARDS)
        sound = self.sets[1].read_bytes()
        bad = self.directory / "bad"
        flipped = bytearray(sound)
        flipped[len(sound) // 2] ^= 1
        refused = 0

        def refusals():
            return [line for line in server.said if "the tables loaded before go on" in line]

        for content in (b"", b"no tables", sound[:-1], sound[:len(sound) // 2], bytes(flipped),
                        sound + b"\0"):
            bad.write_bytes(content)
            self.replace(bad)
            refused += 1
            self.wait_until(lambda: len(refusals()) == refused, "a refusal")
            self.assertIn(str(self.served), refusals()[-1])
            self.wait_until(
                lambda: server.metric("tilebase_loads_refused_total") == refused, "its count")
            self.assertEqual(server.solve_many(BOARDS), right)
        os.remove(self.served)
        self.wait_until(lambda: "No such file" in server.said[-1], "a word on the missing file")
        self.assertEqual(server.solve_many(BOARDS), right)
        self.replace(self.sets[1])
        self.wait_until(lambda: server.metric("tilebase_loads_total") == 2, "the load")
        self.assertNotEqual(server.solve_many(BOARDS), right)

    def test_two_sets_of_one_size(self):
        nine = table_set("3x3.tilebase", "--board", "3x3", "--plan", "rest")
        other = self.directory / "other.tilebase"
        shutil.copy(nine, other)
        server = self.serve(self.sets[0], other, "--watch-time", 0.02)
        os.remove(other)
        shutil.copy(self.sets[1], self.directory / "new")
        os.rename(self.directory / "new", other)
        self.wait_until(lambda: any("are both for the 4x4 board" in s for s in server.said), "no")
        self.assertEqual(server.get("/v1/solve?board=42_713856")[0], 200)

    def test_a_file_that_changes_in_place(self):
        raw = table_set("raw.tilebase", "--plan", "ladder:4", "--store", "raw")
        for watch_time in (0, 0.02):
            shutil.copy(raw, self.served)
            server = self.serve(self.served, "--watch-time", watch_time)
            right = server.solve_many(BOARDS)
            size = self.served.stat().st_size
            for change in ("noise", "half", "nothing"):
                with open(self.served, "r+b") as file:
                    if change == "noise":
                        file.write(os.urandom(size))
                    else:
                        file.truncate(size // 2 if change == "half" else 0)
                for _ in range(3):
                    self.assertEqual(server.solve_many(BOARDS), right)
                if watch_time:
                    self.wait_until(lambda: "go on" in server.said[-1], "a refusal")
            self.assertIsNone(server.process.poll())

    def test_a_file_that_shrinks_while_it_is_read(self):
        raw = table_set("raw.tilebase", "--plan", "ladder:4", "--store", "raw")
        content = raw.read_bytes()
        self.served.write_bytes(content)
        server = self.serve(self.served, "--watch-time", 0)
        right = server.solve_many(BOARDS[:5])
        for i in range(40):
            server.signal(signal.SIGHUP)
            with open(self.served, "r+b") as file:
                file.truncate(len(content) * (i % 7) // 8)
                file.seek(0)
                file.write(content)
            self.assertEqual(server.solve_many(BOARDS[:5]), right)


if __name__ == "__main__":
    unittest.main()
