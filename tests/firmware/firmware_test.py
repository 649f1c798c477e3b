# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""firmware_test.py CXX QEMU: the solver with ladder:1 on a Cortex-M0 and a Cortex-M3.

1,000 boards are solved in the emulator by the host's actions, to the last one, and some are played
by hints. Flash and RAM are measured, printed and held to their limits.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TILEBASE = os.environ["TILEBASE"]
CXX, QEMU = sys.argv[1:3] if len(sys.argv) >= 3 else ("arm-none-eabi-g++", "qemu-system-arm")
SIZE = CXX.removesuffix("g++") + "size"
BOARDS, SEED = 1000, 1
FLASH_LIMIT, RAM_LIMIT = 8192, 512
FLAGS = ["-std=c++20", "-Os", "-mthumb", "-ffreestanding", "-fno-exceptions", "-fno-rtti",
         "-ffunction-sections", "-fdata-sections", "-Wall", "-Wextra", "-Werror",
         "-Wno-register", "-nostdlib", "-I", str(ROOT)]
MACHINES = {"cortex-m0": "microbit", "cortex-m3": "mps2-an385"}


def run(*command):
    """The standard output of a command that has to succeed."""
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                            check=False, stdin=subprocess.DEVNULL, timeout=250)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {result.returncode}\n"
                             f"{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return result.stdout


def sizes(program):
    """Bytes of each section that is in flash or RAM."""
    table = {}
    for line in run(SIZE, "-A", program).splitlines():
        words = line.split()
        if len(words) == 3 and words[0] in (".text", ".rodata", ".data", ".bss", ".ARM.exidx"):
            table[words[0]] = int(words[1])
    return table


class Firmware(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.directory = pathlib.Path(cls.temporary.name)
        store = cls.directory / "l1.tilebase"
        cls.tables = cls.directory / "tilebase_tables.c"
        run(TILEBASE, "build", "-o", store, "--plan", "ladder:1")
        run(TILEBASE, "export", store, "-o", cls.tables, "--format", "c")
        cls.expected = run(TILEBASE, "solve", store, "--random", BOARDS, "--seed", SEED)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def compile(self, cpu, name, *words):
        program = self.directory / name
        run(CXX, f"-mcpu={cpu}", *FLAGS, "-Wl,--gc-sections", *words, "-x", "c++",
            self.tables, "-x", "none", ROOT / "docs/examples/firmware.cc", "-lgcc", "-o", program)
        return program

    def test_solves_as_the_host_does(self):
        for cpu, machine in MACHINES.items():
            with self.subTest(cpu=cpu):
                program = self.compile(cpu, f"{cpu}.elf", "-T", HERE / "firmware.ld",
                                       HERE / "main.cc")
                out = run(QEMU, "-M", machine, "-nographic", "-monitor", "none", "-serial", "none",
                          "-chardev", "stdio,id=out", "-semihosting-config",
                          "enable=on,target=native,chardev=out", "-kernel", program)
                *solutions, stack, hint_stack = out.splitlines()
                self.assertEqual(solutions, self.expected.splitlines())
                self.assertEqual(len(solutions), BOARDS)
                tables = int(self.tables.read_text().split("_size = ")[1].split(";")[0])
                # The bytes that a function and the tables add to a program.
                for what, symbol, used in (("solving", "SolveBoard", stack),
                                           ("hints", "HintBoard", hint_stack)):
                    part = self.compile(cpu, f"{cpu}_{symbol}.elf", f"-Wl,-e,{symbol}",
                                        "-Wl,-Ttext=0")
                    use = sizes(part)
                    flash = sum(use.get(name, 0) for name in (".text", ".rodata", ".data"))
                    ram = int(used.split()[-1])
                    print(f"{cpu} ({machine}), {what}: flash {flash} (tables {tables}, code "
                          f"{flash - tables}), RAM {ram}")
                    self.assertLessEqual(flash, FLASH_LIMIT)
                    self.assertLessEqual(ram, RAM_LIMIT)
                    # No heap and no library: the linker has nothing left to find, and all RAM is
                    # stack.
                    self.assertEqual(use.get(".bss", 0) + use.get(".data", 0), 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
