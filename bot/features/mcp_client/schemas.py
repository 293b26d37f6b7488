"""What servers write: JSON schemas, reduced to what every model's server accepts, and texts, cut. Pure.

A schema keeps the keywords that all of them know. References are replaced by what they name, and `oneOf` and `const`
by their like. One that is too large or too deep is refused, before or after that.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.kit.text import clean, one_line
from bot.model.tokens import BYTES_A_TOKEN, text_tokens

MOST_TOKENS: Final = 2_000
"""Most tokens of a result."""
MOST_BYTES: Final = 8_000
"""Size of the largest schema that is offered, as JSON."""
MOST_DEPTH: Final = 8
"""Deepest nesting of values in values."""
_MOST_PARTS: Final = 400
_MOST_RAW_PARTS: Final = 5_000
_MOST_RAW_DEPTH: Final = 60
_TYPES: Final = frozenset({"string", "number", "integer", "boolean", "array", "object", "null"})
_LIMITS: Final = ("minimum", "maximum", "minItems", "maxItems")
_ARGUMENT: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class SchemaError(ValueError):
    """What is wrong with a schema: a clause."""


def check_size(schema: object) -> None:
    """Raise SchemaError if a schema has more values, or deeper ones, than any code should go through."""
    waiting: list[tuple[object, int]] = [(schema, 0)]
    count = 0
    while waiting:
        value, depth = waiting.pop()
        count += 1
        if count > _MOST_RAW_PARTS or depth > _MOST_RAW_DEPTH:
            raise SchemaError("its arguments are described at too great a length")
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        waiting += [(it, depth + 1) for it in inner]


def reduced(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a tool's arguments as it is offered. Raises SchemaError."""
    check_size(schema)
    result = _Reduction(schema).reduce(schema, 0, ())
    for name in ("anyOf", "enum"):  # refused at the top by OpenAI
        result.pop(name, None)
    offered = result | {"type": "object", "properties": result.get("properties", {})}
    if len(json.dumps(offered)) > MOST_BYTES:
        raise SchemaError("its arguments are described at too great a length")
    return offered


@dataclass(slots=True)
class _Reduction:
    """The reduction of a schema, which counts what comes of it: references to references grow without bound."""

    root: Mapping[str, Any]
    parts: int = 0

    def reduce(self, schema: object, depth: int, behind: Sequence[str]) -> dict[str, Any]:
        """Return the reduced schema, reached through the references `behind` it. Raises SchemaError."""
        self.parts += 1
        if self.parts > _MOST_PARTS or depth > MOST_DEPTH:
            raise SchemaError("its arguments are nested too deeply, or are too many")
        if not isinstance(schema, dict):
            return {}  # true or false
        if isinstance(reference := schema.get("$ref"), str):
            if reference in behind:
                return _words(schema)  # it holds itself: anything goes there
            named = self._named(reference)
            return self.reduce(named, depth, (*behind, reference)) | _words(schema)
        return {**_plain(schema), **dict(self._nested(schema, depth + 1, behind))}

    def _nested(self, schema: Mapping[str, Any], depth: int, behind: Sequence[str]) -> Iterator[tuple[str, Any]]:
        if isinstance(properties := schema.get("properties"), dict):
            required = schema.get("required")
            needed = {it for it in required if isinstance(it, str)} if isinstance(required, list) else set()
            kept = {name: value for name, value in properties.items() if _ARGUMENT.fullmatch(name)}
            if needed & (properties.keys() - kept.keys()):
                raise SchemaError("a required argument has a name that models can't write")
            yield "properties", {name: self.reduce(value, depth, behind) for name, value in kept.items()}
            if listed := [name for name in kept if name in needed]:
                yield "required", listed
        if "items" in schema or schema.get("type") == "array":
            yield "items", self.reduce(schema.get("items", {}), depth, behind)
        for name in ("anyOf", "oneOf"):
            if isinstance(choices := schema.get(name), list) and choices:
                yield "anyOf", [self.reduce(it, depth, behind) for it in choices]
        if schema.get("additionalProperties") is False:
            yield "additionalProperties", False

    def _named(self, reference: str) -> object:
        found: Any = self.root
        for key in reference.removeprefix("#").strip("/").split("/"):
            if not key:
                continue
            found = found.get(key.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
        if found is None or not reference.startswith("#"):
            raise SchemaError("its arguments refer to a description that is not there")
        return found


def _plain(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords of a schema that hold no other schemas."""
    kept = _words(schema)
    kind = schema.get("type")
    if isinstance(kind, list):  # ["string", "null"]: an argument that isn't given is left out instead
        kinds = [it for it in kind if it in _TYPES and it != "null"]
        kind = kinds[0] if len(kinds) == 1 else None
    if isinstance(kind, str) and kind in _TYPES:
        kept["type"] = kind
    choices = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if isinstance(choices, list) and choices and all(isinstance(it, str | int | float) for it in choices):
        kept["enum"] = [clean(it) if isinstance(it, str) else it for it in choices]
    for name in _LIMITS:
        if isinstance(limit := schema.get(name), int | float) and not isinstance(limit, bool):
            kept[name] = limit
    return kept


def _words(schema: Mapping[str, Any]) -> dict[str, Any]:
    words = schema.get("description")
    if not isinstance(words, str) or not words.strip():
        return {}
    return {"description": shortened(words, 200)}


def bounded(text: str) -> str:
    """Return a text, cut to MOST_TOKENS and with a note of that where it is longer."""
    text = clean(text).strip()
    if (tokens := text_tokens(text)) <= MOST_TOKENS:
        return text
    kept = text.encode()[: MOST_TOKENS * BYTES_A_TOKEN].decode(errors="ignore").rstrip()
    return f"{kept}\n[cut here: this is the beginning of about {tokens:,} tokens]"


def shortened(words: str, most: int) -> str:
    """Return a server's words on one line, with what can't be seen removed, and cut to a number of characters."""
    line = one_line("".join(it if it.isprintable() else " " for it in clean(words[: 8 * most])))
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
