# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""mpi_test.py MPIRUN TILEBASE_MPI EAGER_MPI_BUILD [KILLS]: a build on several processes.

The file is that of `tilebase build`, also where one of the processes was killed on the way.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
import unittest

from command import DONE, TIMEOUT, USAGE, CommandTest

MPIRUN, TILEBASE_MPI, EAGER = (os.path.abspath(sys.argv.pop(1)) for _ in range(3))
KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 3
# A machine of two cores runs more than two processes, as root in a container.
OPTIONS = ["--allow-run-as-root", "--oversubscribe"]
SECONDS_TO_END = 20


def mpirun(processes, *command):
    return [MPIRUN, *OPTIONS, "-n", str(processes), *map(str, command)]


def processes_of(word):
    """The processes that have the word among their arguments, but not MPIRUN."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read().decode(errors="replace").split("\0")
        except OSError:
            continue
        if str(word) in words and words[0] != MPIRUN:
            found.append(int(name))
    return found


class Shared(CommandTest):
    PLAN = ["--plan", "1-5/rest"]

    def run_shared(self, processes, *arguments):
        return subprocess.run(mpirun(processes, TILEBASE_MPI, *arguments), capture_output=True,
                              text=True, timeout=TIMEOUT, check=False)

    def test_the_file_is_that_of_one_process(self):
        plan = [*self.PLAN, "--blank-home", 5]
        alone = self.build(*plan, name="alone").read_bytes()
        for processes in (1, 2, 3):
            path = self.directory / "shared"
            result = self.run_shared(processes, "build", "-o", path, *plan, "--threads", 1)
            self.assertEqual(result.returncode, DONE, result.stderr)
            self.assertEqual(path.read_bytes(), alone, f"{processes} processes")
            if processes > 1:
                self.assertIn(f"{processes} processes sent each other", result.stderr)
            path.unlink()
        self.expect_only("alone")

    def test_each_process_of_a_dry_run_needs_less(self):
        needs = []
        for processes in (1, 4):
            result = self.run_shared(processes, "build", "-o", self.directory / "none", "--plan",
                                     "1-8/rest", "--dry-run", "--json")
            self.assertEqual(result.returncode, DONE, result.stderr)
            self.assertEqual(result.stdout.count("\n"), 1, "not one process alone tells")
            needs.append(json.loads(result.stdout)["memory_bytes"] / processes)
        self.assertLess(needs[1], needs[0] / 2)
        self.expect_only()

    def test_states_on_disk_make_the_same_file(self):
        plan = ["--plan", "1-6/rest"]
        alone = self.build(*plan, name="alone").read_bytes()
        for processes in (2, 3):
            path = self.directory / "shared"
            on = ["build", "-o", path, *plan, "--threads", 1, "--json"]
            estimate = json.loads(self.run_shared(processes, *on, "--dry-run").stdout)
            result = self.run_shared(processes, *on, "--memory", estimate["memory_bytes_at_least"])
            self.assertEqual(result.returncode, DONE, result.stderr)
            self.assertEqual(path.read_bytes(), alone, f"{processes} processes")
            done = json.loads(result.stdout.splitlines()[-1])
            for use in ("written", "read"):
                self.assertGreater(done[f"states_{use}_bytes"], 0)
            path.unlink()
        self.expect_only("alone")

    def test_one_process_tells_what_is_wrong(self):
        result = self.run_shared(3, "build", "-o", self.directory / "none", "--plan", "1-99")
        self.assertEqual(result.returncode, USAGE)
        self.assertEqual(result.stderr.count("tilebase: "), 1, result.stderr)

    def test_a_job_that_lost_a_process_goes_on_to_the_same_file(self):
        self.kill("1-5/rest")

    def test_so_does_one_with_states_on_disk(self):
        self.kill("1-6/rest", "disk")

    def kill(self, *plan):
        generator = random.Random(5)
        path = self.directory / "tables"
        job = mpirun(2, EAGER, path, *plan)
        begin = time.monotonic()
        subprocess.run(job, check=True, timeout=TIMEOUT)
        duration = time.monotonic() - begin
        undisturbed = path.read_bytes()
        path.unlink()
        killed = 0
        for i in range(KILLS):
            with subprocess.Popen(job, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True) as running:
                time.sleep(generator.uniform(0, duration))
                victims = processes_of(path)
                if victims and running.poll() is None:
                    try:
                        os.kill(generator.choice(victims), signal.SIGKILL)
                    except ProcessLookupError:
                        victims = []
                _, err = running.communicate(timeout=duration + SECONDS_TO_END)
                if running.returncode != DONE:
                    killed += 1
                    self.assertTrue(err, "the job ended without a message")
            if not path.exists():
                subprocess.run(job, check=True, timeout=TIMEOUT)
            self.assertEqual(path.read_bytes(), undisturbed, f"kill {i}")
            path.unlink()
            (self.directory / "tables.journal").unlink(missing_ok=True)
        self.expect_only()
        print(f"byte-identical after kill -9 of a process: {KILLS}/{KILLS}, of which {killed} were "
              "killed before the file had its name")


if __name__ == "__main__":
    unittest.main()
