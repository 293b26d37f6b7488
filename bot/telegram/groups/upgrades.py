"""Groups that become supergroups, which have another id, on updates' JSON. Pure."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from bot.telegram.access import known_id

Raw: TypeAlias = dict[str, Any]


def upgrade_of(raw: Raw) -> tuple[int, int] | None:
    """Return the former and the new id of a group that an update says was upgraded (Bot API, Message)."""
    message = raw.get("message")
    chat = message.get("chat") if isinstance(message, dict) else None
    if not isinstance(message, dict) or not isinstance(chat, dict):
        return None
    chat_id, to, came_from = (
        known_id(it) for it in (chat.get("id"), message.get("migrate_to_chat_id"), message.get("migrate_from_chat_id"))
    )
    if chat_id is None or (to is None and came_from is None):
        return None
    return (chat_id, to) if to is not None else (came_from or chat_id, chat_id)


def parts(batch: Sequence[Raw]) -> Iterator[list[Raw]]:
    """Part a batch before each update that says that a group was upgraded: those before it name the former id."""
    part: list[Raw] = []
    for raw in batch:
        if part and upgrade_of(raw):
            yield part
            part = []
        part.append(raw)
    if part:
        yield part


def moved(event: Any, former_id: int, chat_id: int) -> Any:
    """Return an update, or a part of it, as if it had come from the supergroup."""
    if isinstance(event, list):
        return [moved(it, former_id, chat_id) for it in event]
    if not isinstance(event, dict):
        return event
    its = {name: moved(value, former_id, chat_id) for name, value in event.items()}
    chat = its.get("chat")
    if isinstance(chat, dict) and chat.get("id") == former_id:
        its["chat"] = {**chat, "id": chat_id, "type": "supergroup"}
    return its
