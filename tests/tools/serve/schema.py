# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""As much of JSON Schema as the service's OpenAPI document uses; an unknown keyword is an error."""

import re

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
}
SILENT = {"description", "default"}


def resolve(document, node):
    while "$ref" in node:
        path = node["$ref"].split("/")
        assert path[0] == "#", node
        node = document
        for part in path[1:]:
            node = node[part]
    return node


def errors(document, schema, value, where="$"):
    """What of `value` is not as `schema` says, one line each."""
    schema = resolve(document, schema)
    number = TYPES["number"](value)
    for keyword, wanted in schema.items():
        if keyword in SILENT:
            continue
        if keyword == "type":
            names = [wanted] if isinstance(wanted, str) else wanted
            if not any(TYPES[name](value) for name in names):
                yield f"{where}: {value!r} is no {wanted}"
        elif keyword == "const":
            if value != wanted:
                yield f"{where}: {value!r} is not {wanted!r}"
        elif keyword == "enum":
            if value not in wanted:
                yield f"{where}: {value!r} is none of {wanted}"
        elif keyword == "pattern":
            if isinstance(value, str) and not re.search(wanted, value):
                yield f"{where}: {value!r} is not of the form {wanted}"
        elif keyword == "minimum":
            if number and value < wanted:
                yield f"{where}: {value} is below {wanted}"
        elif keyword == "maximum":
            if number and value > wanted:
                yield f"{where}: {value} is above {wanted}"
        elif keyword == "required":
            for name in wanted:
                if isinstance(value, dict) and name not in value:
                    yield f"{where}: has no {name}"
        elif keyword == "properties":
            for name, member in wanted.items():
                if isinstance(value, dict) and name in value:
                    yield from errors(document, member, value[name], f"{where}.{name}")
        elif keyword == "additionalProperties":
            assert wanted is False
            for name in value if isinstance(value, dict) else ():
                if name not in schema["properties"]:
                    yield f"{where}: {name} is not described"
        elif keyword == "items":
            for i, item in enumerate(value if isinstance(value, list) else ()):
                yield from errors(document, wanted, item, f"{where}[{i}]")
        elif keyword == "maxItems":
            if isinstance(value, list) and len(value) > wanted:
                yield f"{where}: {len(value)} items are more than {wanted}"
        elif keyword == "oneOf":
            fitting = sum(not list(errors(document, option, value)) for option in wanted)
            if fitting != 1:
                yield f"{where}: {fitting} of the alternatives fit {value!r}"
        else:
            raise AssertionError(f"{where}: unknown keyword {keyword}")
