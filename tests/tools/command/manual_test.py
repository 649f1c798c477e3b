# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Help, manual pages and completions hold every option of every command. The argument is the build
tree, where the build has put the pages and completions."""

import functools
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from command import DONE, USAGE, CommandTest, run

BUILD = pathlib.Path(sys.argv.pop())


def options(text):
    """The options that a help text lists."""
    return set(re.findall(r"^ +(?:-\w,)?(--[a-z-]+)", text, re.MULTILINE))


@functools.cache
def commands():
    """Every command with its help, {("report", "paper"): "..."}."""
    found = {(): run("help").out}
    todo = [()]
    while todo:
        words = todo.pop()
        section = found[words].partition("Subcommands:\n")[2].partition("\n\n")[0]
        for name in re.findall(r"^  ([a-z]\S*)", section, re.MULTILINE):
            found[*words, name] = run("help", *words, name).out
            todo.append((*words, name))
    return found


class Help(CommandTest):
    def test_is_the_same_asked_either_way(self):
        for words, text in commands().items():
            self.assertEqual(run(*words, "--help").out, text)

    def test_of_every_command_has_an_example(self):
        for words, text in commands().items():
            self.assertIn(f"\n  tilebase {' '.join(words)}".rstrip(), text)

    def test_knows_all_commands(self):
        names = {words[0] for words in commands() if words}
        self.assertLessEqual({"build", "solve", "probe", "hint", "info", "verify", "report", "bench", "export",
                              "serve", "plan", "compare", "scramble", "help"}, names)
        self.assertNotIn("make-manual", names)

    def test_of_what_is_no_command_is_refused(self):
        self.expect(USAGE, "help", "bild", says="'bild' is not a command")
        self.expect(USAGE, "help", "solve", "boards", says="'solve boards' is not a command")

    def test_the_version_has_a_short_option(self):
        self.assertEqual(self.expect(DONE, "-V").out, self.expect(DONE, "--version").out)


class ManualPages(unittest.TestCase):
    def test_there_is_one_for_each_command(self):
        names = {"-".join(("tilebase", *words)) + ".1" for words in commands()}
        self.assertEqual({path.name for path in (BUILD / "man").iterdir()}, names)

    def test_have_every_option(self):
        for words, text in commands().items():
            page = (BUILD / "man" / ("-".join(("tilebase", *words)) + ".1")).read_text("utf-8")
            described = page.partition(".SH OPTIONS")[2].replace("\\-", "-")
            found = set(re.findall(r"^.*\\fB(--[a-z-]+)\\fR", described, re.MULTILINE))
            self.assertEqual(found, options(text), words)

    @unittest.skipIf(shutil.which("man") is None, "needs man")
    def test_render_without_warnings(self):
        for path in (BUILD / "man").iterdir():
            shown = subprocess.run(["man", "--warnings", "-l", str(path)], capture_output=True,
                                   text=True, check=True, env={"MANWIDTH": "80", "LC_ALL": "C.UTF-8",
                                                               "PATH": "/usr/bin:/bin"})
            self.assertEqual(shown.stderr, "", path.name)
            self.assertIn("SYNOPSIS", shown.stdout)


class Completions(unittest.TestCase):
    def read(self, name):
        return (BUILD / "completions" / name).read_text("utf-8")

    def test_have_every_command_and_option(self):
        bash, zsh, fish = map(self.read, ("tilebase.bash", "_tilebase", "tilebase.fish"))
        for words, text in commands().items():
            path = " ".join(words)
            listed = re.search(rf"^    '{path}'\) echo '(.*)' ;;$", bash, re.MULTILINE).group(1)
            function = zsh.partition(f"\n_{'_'.join(('tilebase', *words))}() {{")[2].partition("\n}\n")[0]
            condition = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in words)
            lines = [line for line in fish.splitlines() if f" -n '{condition}" in line]
            for option in options(text):
                with self.subTest(command=path, option=option):
                    self.assertIn(option, listed.split())
                    self.assertIn(f"'{option}[", function)
                    self.assertTrue(any(f" -l {option[2:]} " in line for line in lines))

    def complete(self, *words):
        script = (f"source {BUILD}/completions/tilebase.bash; COMP_WORDS=(\"$@\"); "
                  "COMP_CWORD=$(($# - 1)); _tilebase; printf '%s\\n' \"${COMPREPLY[@]}\"")
        return subprocess.run(["bash", "-c", script, "bash", *words], check=True, text=True,
                              stdout=subprocess.PIPE).stdout.split()

    def test_of_bash_complete(self):
        self.assertEqual(self.complete("tilebase", "bu"), ["build"])
        self.assertEqual(self.complete("tilebase", "build", "--st"), ["--store"])
        self.assertEqual(self.complete("tilebase", "build", "--store", ""), ["zstd", "quick", "raw"])
        self.assertEqual(self.complete("tilebase", "report", "pa"), ["paper"])
        self.assertEqual(self.complete("tilebase", "report", "paper", "--la"), ["--largest"])
        self.assertEqual(self.complete("tilebase", "solve", "build", "--dr"), ["--draw"])
        self.assertEqual(self.complete("tilebase", "build", "-o", ""), [])

    def test_are_right_for_their_shells(self):
        for shell, name in (("bash", "tilebase.bash"), ("zsh", "_tilebase"), ("fish", "tilebase.fish")):
            if shutil.which(shell) is not None:
                with self.subTest(shell):
                    subprocess.run([shell, "-n", BUILD / "completions" / name], check=True)


if __name__ == "__main__":
    unittest.main()
