"""The parameters of the Bot API's methods."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from practice.telegram.api_error import bad_request
from practice.telegram.messages import Upload
from practice.telegram.parse_mode import parsed
from practice.telegram.texts import Entity

T = TypeVar("T")

_ENTITIES = TypeAdapter(tuple[Entity, ...])


@dataclass(frozen=True, slots=True)
class Parameters:
    """A call's parameters: strings, with nested ones as JSON, and files."""

    values: dict[str, str]
    files: Mapping[str, Upload] = field(default_factory=dict)

    def without(self, names: Collection[str]) -> "Parameters":
        """Return the parameters but for those of some names."""
        kept = {name: value for name, value in self.values.items() if name not in names}
        return replace(self, values=kept) if len(kept) < len(self.values) else self

    def text(self, name: str) -> str:
        """Return a string, empty if it is missing."""
        return self.values.get(name, "")

    def flag(self, name: str) -> bool:
        """Return a boolean."""
        return self.text(name).lower() in {"true", "yes", "1"}

    def integer(self, name: str, default: int, low: int, high: int) -> int:
        """Return a number, clamped to its bounds."""
        try:
            return min(max(int(self.text(name)), low), high)
        except ValueError:
            return default

    def json(self, name: str, kind: TypeAdapter[T], default: T) -> T:
        """Return a nested value of a type. Raises ApiError if it is invalid."""
        if not self.text(name):
            return default
        try:
            return kind.validate_json(self.text(name))
        except ValidationError:
            raise bad_request(f"can't parse {name.replace('_', ' ')} JSON object") from None

    def words(self, text: str, entities: str) -> tuple[str, tuple[Entity, ...]]:
        """Return a text and its entities, which are in its markup if there is a `parse_mode`."""
        if self.text("parse_mode"):
            return parsed(self.text(text), self.text("parse_mode"))
        return self.text(text), self.json(entities, _ENTITIES, ())
