"""What each setting is for, how to set it, and its bounds: the docstring of its field, and the field itself.

The start, the doctor, `.env.example` and the table in docs/operations.md all use these words.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

_SANITY: Final = 1_000_000
"""Upper bounds from this one on only catch slips, and are not shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A setting's words, in Markdown. An empty `value` leaves it unset, which means `default`."""

    name: str
    value: str
    purpose: str
    allowed: str
    details: str
    default: str

    @property
    def explained(self) -> str:
        """All of it in plain text."""
        unset = f"Empty: {self.default}." if self.default and not self.value else ""
        markdown = " ".join(filter(None, [self.purpose, self.allowed, self.details, unset]))
        return re.sub(r"\[([^]]+)\]\([^)]+\)|`", r"\1", markdown)


def words(settings: type[BaseModel]) -> Iterator[Words]:
    """Yield the words of each setting, whose docstring is written as `Purpose. Details. Empty: default`."""
    (definition,) = ast.parse(inspect.getsource(settings)).body
    for pair in pairwise(ast.iter_child_nodes(definition)):
        match pair:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(docstring))):
                field = settings.model_fields[name]
                text, _, default = " ".join(docstring.split()).removesuffix(".").partition(". Empty: ")
                purpose, _, details = text.partition(". ")
                yield Words(
                    name=name.upper(),
                    value="" if default else _written(field.default),
                    purpose=f"{purpose}.",
                    allowed=_allowed(field),
                    details=details and f"{details}.",
                    default=default,
                )


def _written(value: object) -> str:
    """Return a default as `.env` has it."""
    return str(value).lower() if isinstance(value, bool) else str(value or "")


def _allowed(field: FieldInfo) -> str:
    """Return which values a setting may have, unless that is obvious."""
    kind = field.annotation
    choices = ("true", "false") if kind is bool else get_args(kind)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        choices = tuple(kind)
    if choices and all(isinstance(it, str) for it in choices):
        *others, last = (f"`{it}`" for it in choices)
        return f"Use {', '.join(others)} or {last}."
    bounds = {name: getattr(it, name) for it in field.metadata for name in ("ge", "le") if hasattr(it, name)}
    least, most = bounds.get("ge", 0), bounds.get("le", _SANITY)
    if most < _SANITY:
        return f"From {least} to {most}." if "ge" in bounds else f"At most {most}."
    return f"At least {least}." if least > 1 else ""
