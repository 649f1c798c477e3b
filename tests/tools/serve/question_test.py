# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The service asks and answers in the words of docs/question.md."""

import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

from server import ServeTest, table_set

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/question.md").read_text("utf-8")
DOCUMENT = json.loads((ROOT / "tools/serve/openapi.json").read_text("utf-8"))


def table(heading):
    """The first table of a part of the page: {first cell: {column: cell}}."""
    text = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [[cell.strip() for cell in line.strip("|").split("|")]
             for line in text.splitlines() if line.startswith("|")]
    return {cells[0]: dict(zip(lines[0], cells)) for cells in lines[2:]}


def names(cell):
    return re.findall(r"`(\w+)`", cell)


def plain(text):
    """A cell without links and marks, up to a colon or a semicolon: what a meaning begins with."""
    return re.split(r"[:;]", re.sub(r"\[([^]]*)\]\([^)]*\)|`", r"\1", text))[0].lower()


class TheWords(unittest.TestCase):
    def test_of_a_question_are_parameters(self):
        given = DOCUMENT["paths"]["/v1/solve"]["get"]["parameters"]
        parameters = {}
        for parameter in given:
            if "$ref" in parameter:
                parameter = DOCUMENT["components"]["parameters"][parameter["$ref"].split("/")[-1]]
            parameters[parameter["name"]] = parameter["description"]
        told = set()
        for part, cells in table("The question").items():
            for name in names(cells["HTTP"]):
                told.add(name)
                if part not in ("size", "want", "tiles", "stages"):
                    self.assertIn(plain(cells["meaning"]), parameters[name].lower(), part)
        self.assertEqual(told, set(parameters))
        members = set(DOCUMENT["components"]["schemas"]["Boards"]["properties"])
        self.assertEqual(members, (told - {"board"}) | {"boards"})

    def test_of_an_answer_are_members(self):
        properties = DOCUMENT["components"]["schemas"]["Solution"]["properties"]
        told = set()
        for part, cells in table("The answer").items():
            (name,) = names(cells["`--json`, HTTP"])[:1]
            told.add(name)
            if part not in ("actions", "why", "tiles", "stages", "code"):
                self.assertIn(plain(cells["meaning"]), properties[name]["description"].lower(), part)
        self.assertEqual(told | {"tables"}, set(properties))
        code = DOCUMENT["components"]["schemas"]["Problem"]["properties"]["code"]["description"]
        self.assertIn(plain(table("The answer")["code"]["meaning"]), code.lower())

    def test_of_goals_and_notations(self):
        parameters = DOCUMENT["components"]["parameters"]
        for cell in table("Goals"):
            self.assertIn(re.findall(r"`([^`]+)`", cell)[0], parameters["to"]["description"])
        self.assertEqual([names(cell)[0] for cell in table("Moves")],
                         parameters["notation"]["schema"]["enum"])


class TheFourQuestions(ServeTest):
    def test_have_the_answers_of_the_other_languages(self):
        example = ROOT / "docs/examples/four_questions_http.py"
        plan = re.search(r'--plan "([^"]*)"', example.read_text("utf-8"))[1]
        server = self.serve(table_set("four.tilebase", "--board", "3x3", "--plan", plan),
                            table_set("pictures.tilebase", "--symbols", "112/233/44_"))
        found = subprocess.run([sys.executable, example, f"http://127.0.0.1:{server.address[1]}"],
                               capture_output=True, text=True, check=False)
        self.assertEqual(found.stderr, "")
        self.assertEqual(found.stdout, (ROOT / "docs/examples/four_questions.txt").read_text("utf-8"))


if __name__ == "__main__":
    unittest.main()
