# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""`tilebase plan` measures plans with values on boards whose values come with the program."""

import json
import unittest

from command import DONE, CommandTest


class PlansWithValues(CommandTest):
    def test_the_best_with_effort_has_values(self):
        result = self.expect(DONE, "plan", "--budget", "128kB", "--effort", "300us", "--json",
                             says="stages to solve")
        plans = json.loads(result.out)["plans"]
        best = min(plans, key=lambda plan: plan["moves_with_effort"]["mean"])
        self.assertRegex(best["plan"], r" \+ values:pairs$")


if __name__ == "__main__":
    unittest.main()
