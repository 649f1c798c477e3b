#!/usr/bin/env python3
# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""One replica and two behind nginx, by the project's nginx.conf, measured with wrk in one run.

replicas_bench.py BUILD [--rounds N] [--seconds S] [--tables FILE]

Each replica has one thread. wrk asks for batches of 100 random boards with effort 2,000, so that nginx
and wrk, which share the machine, do little beside the replicas. One and two take turns; medians
count, also of the rounds' ratios. Then what a request of one board costs nginx and a replica, and
the memory of one.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from serve_bench import BOARD, cpu_seconds, free_port, random_boards, wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/tools/serve"))
from nginx import Nginx  # noqa: E402  pylint: disable=wrong-import-position
BATCH = 100
EFFORT = 2000


def wrk(nginx, seconds, target, *options):
    """(requests, requests a second)"""
    text = subprocess.run(["wrk", "-t1", "-c16", f"-d{seconds}", *options,
                           "http://%s:%d%s" % (*nginx.address, target)],
                          check=True, text=True, stdout=subprocess.PIPE).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise SystemExit(text)
    return (int(re.search(r"(\d+) requests in", text)[1]),
            float(re.search(r"Requests/sec:\s+(\S+)", text)[1]))


def batches(nginx, pids, seconds, script):
    """Boards a second, by the clock and by the replicas' processor time."""
    before = sum(map(cpu_seconds, pids))
    count, rate = wrk(nginx, seconds, "/v1/solve", "-s", script)
    return rate * BATCH, count * BATCH / (sum(map(cpu_seconds, pids)) - before)


def single(nginx, pids, seconds):
    """Microseconds of processor time a request of one board: nginx's, the replicas'."""
    workers = subprocess.run(["pgrep", "-P", str(nginx.process.pid)], check=True, text=True,
                             stdout=subprocess.PIPE).stdout.split()
    before = [sum(map(cpu_seconds, each)) for each in (workers, pids)]
    count, _ = wrk(nginx, seconds, "/v1/solve?board=" + BOARD)
    return [(sum(map(cpu_seconds, each)) - some) * 1e6 / count
            for each, some in zip((workers, pids), before)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--tables", type=pathlib.Path)
    arguments = parser.parse_args()
    tilebase = arguments.build / "bin" / "tilebase"
    site = (ROOT / "tools/serve/nginx.conf").read_text(encoding="utf-8")
    running = []
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        directory.chmod(0o755)  # nginx may run as another user
        tables = arguments.tables or directory / "l5.tilebase"
        if arguments.tables is None:
            subprocess.run([tilebase, "build", "-o", tables, "--plan", "ladder:5"], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        body = json.dumps({"boards": list(random_boards(BATCH)), "effort": EFFORT})
        script = directory / "batches.lua"
        script.write_text(f"wrk.method = 'POST'\nwrk.body = [[{body}]]\n"
                          "wrk.headers['Content-Type'] = 'application/json'\n", encoding="ascii")
        try:
            proxies = []
            for count in (1, 2):
                pids, replicas, text = [], [], site
                for port in [free_port() for _ in range(count)]:
                    running.append(subprocess.Popen(
                        [tilebase, "serve", tables, "--threads", "1", "--listen", f"127.0.0.1:{port}"],
                        stderr=subprocess.DEVNULL))
                    wait_for(port)
                    pids.append(running[-1].pid)
                    replicas.append(f"  server 127.0.0.1:{port};\n")
                text = re.sub(r"(  server 127.*\n)+", "".join(replicas), text)
                folder = directory / str(count)
                folder.mkdir()
                nginx = Nginx(folder, text, http="access_log off;")
                running.append(nginx.process)
                wait_for(nginx.address[1])
                proxies.append((nginx, pids, arguments.seconds))
            results = [[batches(*proxy, script) for proxy in proxies]
                       for _ in range(arguments.rounds)]
            of_nginx, of_replicas = single(*proxies[1])
            status = pathlib.Path(f"/proc/{proxies[0][1][0]}/status").read_text(encoding="ascii")
        finally:
            for process in reversed(running):
                process.terminate()
                process.wait()
    print(f"batches of {BATCH} boards with effort {EFFORT} through nginx, {arguments.rounds} rounds of "
          f"{arguments.seconds} s each, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print(f"{'':14}{'boards/s':>12}{'boards/s of processor time':>30}")
    for i, name in enumerate(("one replica", "two replicas")):
        print(f"{name:14}{statistics.median(r[i][0] for r in results):12.0f}"
              f"{statistics.median(r[i][1] for r in results):30.0f}")
    print("ratio         " + "".join(
        f"{statistics.median(r[1][j] / r[0][j] for r in results):{width}.2f}"
        for j, width in ((0, 12), (1, 30))))
    print(f"GET of one board: {of_nginx:.0f} us of processor time in nginx, {of_replicas:.0f} in a "
          "replica")
    print(f"memory of a replica with {tables.name}: "
          + re.search(r"VmRSS:\s+(\d+ kB)", status)[1])


if __name__ == "__main__":
    main()
