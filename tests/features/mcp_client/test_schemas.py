"""Schemas of servers become what every model's server accepts."""

from typing import Any

import pytest

from bot.features.mcp_client.connection import offered_name
from bot.features.mcp_client.schemas import SchemaError, reduced, shortened


def properties(**schemas: Any) -> dict[str, Any]:
    """Return what arguments with these schemas become."""
    result: dict[str, Any] = reduced({"type": "object", "properties": schemas})["properties"]
    return result


def test_keywords_that_some_servers_refuse_are_left_out() -> None:
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Arguments",
        "type": "object",
        "properties": {
            "day": {"type": "string", "format": "date", "pattern": "(a+)+", "default": "x", "description": "A\n day"},
            "count": {"type": ["integer", "null"], "minimum": 1, "exclusiveMaximum": 5},
            "kind": {"const": "one"},
            "any": True,
        },
        "required": ["day", "unknown", 7],
        "additionalProperties": False,
        "allOf": [{"if": {}, "then": {}}],
    }
    assert reduced(schema) == {
        "type": "object",
        "properties": {
            "day": {"type": "string", "description": "A day"},
            "count": {"type": "integer", "minimum": 1},
            "kind": {"enum": ["one"]},
            "any": {},
        },
        "required": ["day"],
        "additionalProperties": False,
    }


def test_references_are_replaced_and_recursion_ends() -> None:
    schema = {
        "properties": {"a": {"$ref": "#/$defs/x~1y", "description": "An a"}, "b": {"$ref": "#/$defs/loop"}},
        "$defs": {"x/y": {"type": "string"}, "loop": {"properties": {"next": {"$ref": "#/$defs/loop"}}}},
    }
    assert reduced(schema)["properties"] == {
        "a": {"type": "string", "description": "An a"},
        "b": {"properties": {"next": {}}},
    }


def test_choices_lists_and_enums_are_kept() -> None:
    assert properties(
        a={"oneOf": [{"type": "string"}, {"type": "null"}]}, b={"type": "array"}, c={"enum": ["x", 1]}
    ) == {
        "a": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "b": {"type": "array", "items": {}},
        "c": {"enum": ["x", 1]},
    }


def test_what_stands_at_the_top_beside_arguments_is_left_out() -> None:
    assert reduced({"anyOf": [{"type": "object"}], "enum": [1]}) == {"type": "object", "properties": {}}


def test_an_argument_that_models_cant_write_is_left_out_unless_it_is_required() -> None:
    schema = {"properties": {"$filter": {"type": "string"}, "a.b": {"type": "string"}}}
    assert list(reduced(schema)["properties"]) == ["a.b"]
    with pytest.raises(SchemaError, match="a required argument has a name"):
        reduced(schema | {"required": ["$filter"]})


def test_words_are_shortened_to_a_line_without_what_cant_be_seen() -> None:
    assert shortened("a\n\tb\0\u202ec \ud800", 20) == "a b c �"
    assert shortened("x" * 50, 10) == "x" * 9 + "…"


def test_names_are_what_openai_takes_and_never_the_same() -> None:
    tools = ["read", "réad", "ré.ad", "x" * 80, "x" * 81, "add_to_memory", ""]
    names = {it: offered_name("files", it) for it in tools}
    assert names["read"] == "files__read"
    assert names["add_to_memory"] == "files__add_to_memory"
    assert len(set(names.values())) == len(tools)
    assert all(len(name) <= 64 and name.replace("_", "").replace("-", "").isascii() for name in names.values())
