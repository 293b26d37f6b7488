"""The bodies of calls, in each format that the Bot API accepts ("Making requests")."""

import json
from urllib.parse import parse_qsl

from pydantic import TypeAdapter, ValidationError
from starlette.requests import Request

from practice.forms import read_form
from practice.telegram.api_error import bad_request
from practice.telegram.messages import Upload
from practice.telegram.parameters import Parameters
from practice.telegram.updates import JsonObject

_OBJECT = TypeAdapter(JsonObject)


async def parameters_of(request: Request) -> Parameters:
    """Read a call's parameters in any format that the Bot API accepts ("Making requests")."""
    body, content_type = await request.body(), request.headers.get("content-type", "")
    try:
        given = _READERS.get(content_type.partition(";")[0], _urlencoded)(body, content_type)
    except UnicodeError:
        raise bad_request("strings must be encoded in UTF-8") from None
    return Parameters({**request.query_params, **given.values}, given.files)


def _urlencoded(body: bytes, _: str) -> Parameters:
    return Parameters(dict(parse_qsl(body.decode(), keep_blank_values=True, errors="strict")))


def _json(body: bytes, _: str) -> Parameters:
    try:
        given = _OBJECT.validate_json(body)
    except ValidationError:
        raise bad_request("object expected as JSON") from None
    values = {name: value if isinstance(value, str) else json.dumps(value) for name, value in given.items()}
    return Parameters({name: value for name, value in values.items() if given[name] is not None})


def _multipart(body: bytes, content_type: str) -> Parameters:
    values, files = read_form(body, content_type)
    return Parameters(values, {name: Upload(it.name, it.media_type, it.content) for name, it in files.items()})


_READERS = {"application/json": _json, "multipart/form-data": _multipart}
