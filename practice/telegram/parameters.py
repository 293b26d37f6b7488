"""The parameters of the Bot API's methods."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError
from starlette.datastructures import UploadFile
from starlette.requests import Request

from practice.telegram.api_error import bad_request
from practice.telegram.messages import Upload
from practice.telegram.texts import Entity
from practice.telegram.updates import JsonObject

T = TypeVar("T")

_ENTITIES = TypeAdapter(tuple[Entity, ...])
_OBJECT = TypeAdapter(JsonObject)
_ANY_TYPE = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Parameters:
    """A call's parameters: strings, with nested ones as JSON, and files."""

    values: dict[str, str]
    files: Mapping[str, Upload] = field(default_factory=dict)

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
        """Return a text and its entities; a `parse_mode` is refused."""
        if self.text("parse_mode"):
            raise bad_request("unsupported parse_mode")
        return self.text(text), self.json(entities, _ENTITIES, ())


async def parameters_of(request: Request) -> Parameters:
    """Read a call's parameters in any format that the Bot API accepts ("Making requests")."""
    if request.headers.get("content-type", "").startswith("application/json"):
        return Parameters({**request.query_params, **_json(await request.body())})
    values, files = dict(request.query_params), dict[str, Upload]()
    async with request.form() as form:
        for name, it in form.items():
            if isinstance(it, UploadFile):
                files[name] = Upload(it.filename or "", it.content_type or _ANY_TYPE, await it.read())
            else:
                values[name] = it
    return Parameters(values, files)


def _json(body: bytes) -> dict[str, str]:
    try:
        given = _OBJECT.validate_json(body)
    except ValidationError:
        raise bad_request("object expected as JSON") from None
    present = {name: value for name, value in given.items() if value is not None}
    return {name: value if isinstance(value, str) else json.dumps(value) for name, value in present.items()}
