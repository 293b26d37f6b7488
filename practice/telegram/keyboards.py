"""Pure: validates the buttons under a message (Bot API, InlineKeyboardMarkup).

The error texts are those of the Bot API server and of Telegram.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import TypeAdapter, ValidationError

from practice.telegram.api_error import ApiError, bad_request
from practice.telegram.texts import link_problem

_DATA_LIMIT = 64  # bytes (Bot API, InlineKeyboardButton)
_MOST_BUTTONS = 100
_ROW, _BUTTON, _FIELD = 2, 3, 4  # depths of an error in the markup


@dataclass(frozen=True, slots=True)
class WebApp:
    """A Mini App (Bot API, WebAppInfo)."""

    url: str


@dataclass(frozen=True, slots=True)
class Button:
    """A button that opens `url` or a Mini App, or sends `callback_data` to the bot (Bot API, InlineKeyboardButton)."""

    text: str
    url: str = ""
    callback_data: str = ""
    web_app: WebApp | None = None


Keyboard: TypeAlias = tuple[tuple[Button, ...], ...]
"""Rows of buttons."""


@dataclass(frozen=True, slots=True)
class _Markup:
    inline_keyboard: Keyboard


_MARKUP = TypeAdapter(_Markup)


def keyboard(markup: str) -> Keyboard:
    """Parse a `reply_markup` parameter; an empty one gives no buttons. Raises ApiError.

    Only inline keyboards are supported, with buttons that have a URL, callback data, or a Mini App.
    """
    try:
        value = json.loads(markup or "{}")
    except ValueError:
        raise bad_request("can't parse reply keyboard markup JSON object") from None
    if not isinstance(value, dict):
        raise bad_request("object expected as reply markup")
    try:
        read = _MARKUP.validate_python(value) if value else _Markup(())
    except ValidationError as error:
        raise _misread(error) from None
    for refusal in _refusals(read.inline_keyboard):
        raise refusal
    return tuple(row for row in read.inline_keyboard if row)


def as_telegram(keys: Keyboard) -> dict[str, object]:
    """Return a keyboard in the Bot API's form, without empty fields."""
    rows = [[_key(button) for button in row] for row in keys]
    return {"inline_keyboard": rows}


def _key(button: Button) -> dict[str, object]:
    fields = {
        "text": button.text,
        "url": button.url,
        "callback_data": button.callback_data,
        "web_app": button.web_app and {"url": button.web_app.url},
    }
    return {name: value for name, value in fields.items() if value}


def _misread(error: ValidationError) -> ApiError:
    first = error.errors(include_url=False)[0]
    match len(first["loc"]):
        case depth if depth >= _FIELD:
            name = first["loc"][-1]
            missing = first["type"] == "missing"
            reason = f'Can\'t find field "{name}"' if missing else f'Field "{name}" must be of type String'
            return bad_request(f"can't parse inline keyboard button: {reason}")
        case depth if depth == _BUTTON:
            return bad_request("can't parse inline keyboard button: InlineKeyboardButton must be an Object")
        case depth if depth == _ROW:
            return bad_request('field "inline_keyboard" must be an Array of Arrays')
    return bad_request("unsupported reply_markup")


def link_refusal(url: str) -> ApiError | None:
    """Return why Telegram refuses the URL of a button, or None."""
    problem = link_problem(url)
    return bad_request(f"inline keyboard button URL '{url}' is invalid: {problem}") if problem else None


def _refusals(keys: Keyboard) -> Iterator[ApiError]:
    buttons = [button for row in keys for button in row]
    for button in buttons:
        if button.url and (refusal := link_refusal(button.url)):
            yield refusal
        if button.web_app and not button.web_app.url.startswith("https://"):
            yield bad_request(
                f"inline keyboard button Web App URL '{button.web_app.url}' is invalid: Only HTTPS links are allowed"
            )
        if not button.url and not button.callback_data and not button.web_app:
            reason = "Text buttons are unallowed in the inline keyboard"
            yield bad_request(f"can't parse inline keyboard button: {reason}")
        if len(button.callback_data.encode()) > _DATA_LIMIT:
            yield bad_request("BUTTON_DATA_INVALID")
        if not button.text.strip():
            yield bad_request("REPLY_MARKUP_INVALID")
    if len(buttons) > _MOST_BUTTONS:
        yield bad_request("REPLY_MARKUP_TOO_LONG")
