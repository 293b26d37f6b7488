"""Pure: validates the buttons under a message (Bot API, InlineKeyboardMarkup).

The error texts are those of the Bot API server and of Telegram.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TypeAlias

from pydantic import TypeAdapter, ValidationError

from practice.telegram.api_error import bad_request
from practice.telegram.texts import link_problem

_DATA_LIMIT = 64  # bytes (Bot API, InlineKeyboardButton)
_MOST_BUTTONS = 100


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
    inline_keyboard: Keyboard = ()
    force_reply: bool = False


_MARKUP = TypeAdapter(_Markup)


def keyboard(markup: str) -> Keyboard:
    """Parse a `reply_markup` parameter; an empty one gives no buttons. Raises ApiError.

    Only inline keyboards are supported, with buttons that have a URL, callback data, or a Mini App, and replies that
    are asked for.
    """
    rows = _parsed(markup).inline_keyboard
    _check([button for row in rows for button in row])
    return tuple(row for row in rows if row)


def asks_reply(markup: str) -> bool:
    """Tell whether a `reply_markup` parameter asks for a reply (Bot API, ForceReply). Raises ApiError."""
    return _parsed(markup).force_reply


def _parsed(markup: str) -> _Markup:
    try:
        return _MARKUP.validate_json(markup or "{}")
    except ValidationError:
        raise bad_request("unsupported reply_markup") from None


def as_telegram(keys: Keyboard) -> dict[str, object]:
    """Return a keyboard in the Bot API's form, without empty fields."""
    rows = [[{name: value for name, value in asdict(button).items() if value} for button in row] for row in keys]
    return {"inline_keyboard": rows}


def _check(buttons: Sequence[Button]) -> None:
    """Raise ApiError for a button that Telegram refuses, or too many."""
    for button in buttons:
        if button.url and (problem := link_problem(button.url)):
            raise bad_request(f"inline keyboard button URL '{button.url}' is invalid: {problem}")
        if button.web_app and not button.web_app.url.startswith("https://"):
            url = button.web_app.url
            raise bad_request(f"inline keyboard button Web App URL '{url}' is invalid: Only HTTPS links are allowed")
        if not button.url and not button.callback_data and not button.web_app:
            reason = "Text buttons are unallowed in the inline keyboard"
            raise bad_request(f"can't parse inline keyboard button: {reason}")
        if len(button.callback_data.encode()) > _DATA_LIMIT:
            raise bad_request("BUTTON_DATA_INVALID")
        if not button.text.strip():
            raise bad_request("REPLY_MARKUP_INVALID")
    if len(buttons) > _MOST_BUTTONS:
        raise bad_request("REPLY_MARKUP_TOO_LONG")
