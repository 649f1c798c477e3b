# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The service's OpenAPI document as a schema: what it says of a value, by python3-jsonschema."""

import jsonschema


def resolve(document, node):
    while "$ref" in node:
        path = node["$ref"].split("/")
        assert path[0] == "#", node
        node = document
        for part in path[1:]:
            node = node[part]
    return node


def errors(document, schema, value):
    """What of `value` is not as `schema`, a part of the document, says: a line each."""
    # With the components beside it, its references lead where they lead in the document.
    whole = {**schema, "components": document["components"]}
    jsonschema.Draft202012Validator.check_schema(whole)
    validator = jsonschema.Draft202012Validator(whole)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]
