"""Validates a value against a JSON Schema; supports the keywords that ours uses (draft 2020-12)."""

import re
from typing import Any

_KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
_ANNOTATIONS = {"$schema", "$defs", "title", "description", "format", "default"}


def objections(value: Any, schema: dict[str, Any], root: dict[str, Any] | None = None, at: str = "it") -> list[str]:
    """Return what a value is against its schema. A keyword that is not known here is an objection, too."""
    root = root or schema
    if "type" in schema and not _holds("type", schema["type"], value):
        return [f"{at} is no {schema['type']}"]
    rules = [(keyword, rule) for keyword, rule in schema.items() if keyword not in _ANNOTATIONS]
    return [it for keyword, rule in rules for it in _broken(keyword, rule, value, schema, root, at)]


def _broken(keyword: str, rule: Any, value: Any, schema: dict[str, Any], root: dict[str, Any], at: str) -> list[str]:  # noqa: PLR0911 - one for each keyword
    match keyword:
        case "$ref":
            return objections(value, root["$defs"][rule.removeprefix("#/$defs/")], root, at)
        case "anyOf":
            return [] if any(not objections(value, each, root, at) for each in rule) else [f"{at} is none of {rule}"]
        case "properties":
            return [
                it
                for name, each in rule.items()
                if name in value
                for it in objections(value[name], each, root, f"{at}.{name}")
            ]
        case "items":
            return [it for number, each in enumerate(value) for it in objections(each, rule, root, f"{at}[{number}]")]
        case "additionalProperties":
            more = {name: each for name, each in value.items() if name not in schema.get("properties", {})}
            if isinstance(rule, bool):
                return [f"{at} has {[*more]}"] if more and not rule else []
            return [it for name, each in more.items() for it in objections(each, rule, root, f"{at}.{name}")]
    return [] if _holds(keyword, rule, value) else [f"{at} breaks {keyword} {rule}"]


def _holds(keyword: str, rule: Any, value: Any) -> bool:  # noqa: PLR0911 - as above
    match keyword:
        case "type":
            return isinstance(value, _KINDS[rule]) and (rule == "boolean" or not isinstance(value, bool))
        case "const":
            return bool(value == rule)
        case "enum":
            return value in rule
        case "required":
            return not {*rule} - {*value}
        case "pattern":
            return bool(re.search(rule, value))
        case "minLength" | "minItems":
            return bool(len(value) >= rule)
        case "maxLength":
            return bool(len(value) <= rule)
        case "minimum":
            return bool(value >= rule)
        case "exclusiveMaximum":
            return bool(value < rule)
    raise AssertionError(f"an unknown keyword: {keyword}")
