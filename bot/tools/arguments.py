"""The arguments of tools: their schema as the model is offered it, and what is wrong with them in words."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, TypeAlias, cast

from pydantic import BaseModel, BeforeValidator, StringConstraints, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from bot.tools.tool import Tool
from bot.values.memories import CaptureMode
from bot.values.text import clean

Query: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=1, max_length=500),
    BeforeValidator(lambda value: clean(value).strip() if isinstance(value, str) else value),
]
"""A search query as a model writes it."""

ANY_CASE: Final = BeforeValidator(lambda value: value.strip().lower() if isinstance(value, str) else value)
"""Takes a word of a fixed choice in any case, and with spaces around it."""

_IN_WORDS: Final = "in_words"
_PROBLEMS: Final[Mapping[str, str]] = {
    "missing": "The {name} is missing.",
    "string_type": "The {name} is no text.",
    "string_too_short": "The {name} is too short. It takes at least {min_length} characters.",
    "string_too_long": "The {name} is too long. It takes at most {max_length} characters.",
    "literal_error": "The {name} must be one of: {choices}.",
}
"""Errors of arguments, in words that a small model won't copy as an argument."""
_CHOICE: Final = re.compile("'([^']+)'")
"""A choice in pydantic's list of them."""


def argument_error(words: str) -> PydanticCustomError:
    """Return a validator's error with a sentence for the model."""
    return PydanticCustomError(_IN_WORDS, words)


def mistakes(error: ValidationError) -> str:
    """Return what is wrong with the arguments of a call, in sentences for the model."""
    return " ".join(dict.fromkeys(map(_problem, error.errors(include_url=False, include_input=False))))


def _problem(problem: ErrorDetails) -> str:
    if problem["type"] == _IN_WORDS:
        return problem["msg"]
    name = " ".join(map(str, problem["loc"])).replace("_", " ")
    its = problem.get("ctx", {})
    choices = ", ".join(_CHOICE.findall(its.get("expected", "")))
    return _PROBLEMS.get(problem["type"], "The arguments can't be read.").format(name=name, choices=choices, **its)


_LEFT_OUT: Final = {"title", "default", "minLength", "maxLength"}
"""What the model need not know: a call that is refused says why."""


def schema_of(tool: Tool[Any], mode: CaptureMode = CaptureMode.ASK) -> dict[str, Any]:
    """Return the JSON Schema of the arguments offered in a mode, without what strict servers refuse."""
    if tool.parameters is not None:
        return dict(tool.parameters)
    schema = _own_schema(cast("type[BaseModel]", tool.arguments))
    required = [name for name, modes in tool.required_in.items() if mode in modes]
    hidden = tool.required_in.keys() - set(required)
    properties = {
        name: {key: value for key, value in described.items() if key not in _LEFT_OUT}
        for name, described in schema["properties"].items()
        if name not in hidden
    }
    return {
        "type": "object",
        "properties": properties,
        "required": [*schema.get("required", []), *required],
    }


@cache
def _own_schema(arguments: type[BaseModel]) -> dict[str, Any]:
    """Return a class's JSON Schema, made once: it takes ten times as long as the rest of a description."""
    return arguments.model_json_schema()
