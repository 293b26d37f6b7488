"""Every field of the Bot API's Message that holds text, as the library knows them, with a text of ours in it."""

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

import telegram
from telegram import MessageOrigin

from tests.telegram.recorded_updates import DATE, Json

Path: TypeAlias = tuple[str, ...]

_NAMES: Final = {"from_user": "from"}
"""Fields that the library calls otherwise."""
_OURS: Final = {"api_kwargs", "message_id", "date", "chat", "from_user"}
"""Fields that each message has, and the library's own."""
_ORIGINS: Final = {
    "user": telegram.MessageOriginUser,
    "hidden_user": telegram.MessageOriginHiddenUser,
    "chat": telegram.MessageOriginChat,
    "channel": telegram.MessageOriginChannel,
}
_FIXED: Final[Mapping[str, object]] = {
    "vcard": "BEGIN:VCARD\nORG:{0}\nEMAIL:{0}\nTITLE:{0}\nADR:;;{0}\nURL:{0}\nNOTE:{0}\nEND:VCARD",
    "mime_type": "text/plain",
    "type": "text_link",
    "language_code": "en",
    "persistent_id": "x",
}
"""Texts that a field needs to be read at all; the text of the test stands for {0}."""
_NESTED: Final = {"reply_to_message", "pinned_message", "external_reply", "quote"}
"""Fields of a message within another one, which nothing reads."""
_CLASS: Final = re.compile(r"\b([A-Z]\w+)\b")
_DEPTH: Final = 4
_BESIDE_A_TEXT: Final = {
    *("entities", "link_preview_options", "quote", "external_reply", "reply_to_message", "via_bot", "forward_origin"),
}
RICH: Final = ("rich_message",)
"""What the library has no field for."""


def leaves() -> Iterator[Path]:
    """Yield the path of each text in a message, with the kind of its origin where there are several."""
    yield RICH
    for name, annotation in _fields(telegram.Message):
        for end in _leaves_of(annotation, 1):
            yield (name, *end)


def filled(path: Path, text: str, user_id: int) -> Json:
    """Return the fields of a user's message with a text at a path, and nothing else that is not needed beside it."""
    if path == RICH:
        return {"rich_message": {"blocks": [{"type": "paragraph", "text": ["", {"text": text}]}]}}
    name, annotation = next(it for it in _fields(telegram.Message) if it[0] == path[0])
    beside: Json = {"text": "Look at this now"} if name in _BESIDE_A_TEXT else {}
    return {**beside, _NAMES.get(name, name): _value(annotation, path[1:], text, user_id)}


def _fields(kind: type) -> Iterator[tuple[str, str]]:
    for name, parameter in inspect.signature(kind.__init__).parameters.items():  # type: ignore[misc]
        if name not in {"self", "api_kwargs"} and not (kind is telegram.Message and name in _OURS):
            yield name, str(parameter.annotation)


def _classes(annotation: str) -> list[type]:
    """Return the library's class in an annotation, or those of an origin."""
    names = _CLASS.findall(annotation.rpartition(".")[2] if "." in annotation else annotation)
    found = [it for name in names if isinstance(it := getattr(telegram, name, None), type)]
    return [*_ORIGINS.values()] if found == [MessageOrigin] else found[:1]


def _leaves_of(annotation: str, depth: int) -> Iterator[Path]:
    if classes := _classes(annotation):
        for kind in classes if depth < _DEPTH else ():
            named = (kind.__name__,) if len(classes) > 1 else ()
            for name, its in _fields(kind):
                if kind is telegram.Message and name in _NESTED:
                    continue
                for end in _leaves_of(its, depth + 1):
                    yield (*named, name, *end)
    elif "str" in annotation:
        yield ()


def _value(annotation: str, path: Path, text: str, user_id: int) -> object:
    """Return a value for an annotation, with the text at a path in it."""
    classes = _classes(annotation)
    if not classes:
        return _plain(annotation, text, is_wanted=True)
    kind = classes[0]
    if len(classes) > 1:
        kind, path = next(it for it in classes if it.__name__ == path[0]), path[1:]
    its: Json = {"type": next(name for name, it in _ORIGINS.items() if it is kind)} if len(classes) > 1 else {}
    for name, annotated in _fields(kind):
        is_wanted, is_needed = bool(path) and name == path[0], "None" not in annotated
        key = _NAMES.get(name, name)
        if _classes(annotated):
            if is_wanted or is_needed:
                its[key] = _value(
                    annotated, path[1:] if is_wanted else _first(annotated), text if is_wanted else "x", user_id
                )
        elif is_wanted or is_needed or name in _FIXED:
            its[key] = _named(name, annotated, text, is_wanted=is_wanted)
    if kind is telegram.User:
        its["id"] = user_id
    if kind is telegram.Poll:
        its |= {"allows_revoting": False, "members_only": False}
    if kind is telegram.Message:
        its |= {"message_id": 1, "date": DATE, "from": {"id": user_id, "is_bot": False, "first_name": "You"}}
        its |= {"chat": {"id": user_id, "type": "private"}, "text": its.get("text", "Before")}
    return _several(annotation, its)


def _first(annotation: str) -> Path:
    return next(_leaves_of(annotation, 1), ())


def _named(name: str, annotation: str, text: str, *, is_wanted: bool) -> object:
    fixed = _FIXED.get(name)
    if isinstance(fixed, str) and (not is_wanted or "{0}" in fixed):
        return fixed.format(text if is_wanted else "x")
    return _plain(annotation, text, is_wanted=is_wanted)


def _plain(annotation: str, text: str, *, is_wanted: bool) -> object:
    value: object = text if is_wanted else "x"
    if "str" not in annotation:
        value = True if "bool" in annotation else DATE if "date" in annotation else 0
    return _several(annotation, value)


def _several(annotation: str, value: object) -> object:
    """Return a value in as many lists as its annotation has."""
    for _ in range(annotation.count("Sequence")):
        value = [value]
    return value
