# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""What transcripts.py takes for a transcript, and what it lets pass."""

import unittest

import transcripts

PAGE = """# A page

```
$ first \\
  continued
shown
$ second
```

```sh
a recipe, not run
```

<!-- long -->
```
$ third
```

<!-- by hand: needs a day -->

```
$ fourth
```

<!-- figures: solve -->
```
$ fifth
```
<!-- end -->

```c
/* hint.c */
int main(void);
```

```
a drawing
```
"""


class APage(unittest.TestCase):
    def test_gives_its_commands_and_files_in_order(self):
        self.assertEqual(transcripts.read(PAGE), [
            transcripts.Step(4, "first \\\n  continued", ["shown"], False),
            transcripts.Step(7, "second", [], False),
            transcripts.Step(16, "third", [], True),
            transcripts.File(32, "hint.c", "/* hint.c */\nint main(void);\n"),
        ])


class WhatIsPrinted(unittest.TestCase):
    def expect(self, agrees, shown, printed):
        with self.subTest(shown=shown, printed=printed):
            self.assertEqual(transcripts.agrees(shown, printed), agrees)

    def test_is_compared_line_by_line(self):
        self.expect(True, ["86 URDL"], "86 URDL\n")
        self.expect(True, [], "")
        self.expect(False, ["86 URDL"], "88 URDL\n")
        self.expect(False, ["86 URDL"], "86 URDL\nmore\n")
        self.expect(False, ["86 URDL"], "")
        self.expect(False, [], "86 URDL\n")

    def test_may_take_another_time(self):
        self.expect(True, ["solved in 0.7 s, encoded in 12 ms"], "solved in 12 ms, encoded in 9.1 us\n")
        self.expect(True, ["  0.7 s  plan"], " 12.7 s  plan\n")
        self.expect(True, ["1.5 M boards/s"], "900 k boards/s\n")
        self.expect(True, ["81.5 GB free"], "500 MB free\n")

    def test_may_not_take_another_size(self):
        self.expect(False, ["5 tables, 6.12 M entries, 451 kB"], "5 tables, 6.12 M entries, 452 kB\n")
        self.expect(False, ["4x4: 3 stages"], "5x5: 3 stages\n")
        self.expect(False, ["12 s1"], "13 s1\n")

    def test_is_anything_where_dots_stand(self):
        self.expect(True, ["170 RULD..."], "170 RULDRURD\n")
        self.expect(False, ["170 RULD..."], "170 RULD\nmore\n")
        self.expect(True, ["first", "...", "last"], "first\n1\n2\nlast\n")
        self.expect(True, ["first", "..."], "first\n")
        self.expect(False, ["first", "...", "last"], "first\n1\n")


if __name__ == "__main__":
    unittest.main()
