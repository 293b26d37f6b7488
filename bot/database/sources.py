"""What of a user's message is not their own words, as it is stored."""

from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import JSON, ColumnElement, func

from bot.database.tables import AgentMessage
from bot.message_text import words_shown
from bot.values import OWN_WORDS, Attribution

_ADAPTER: Final = TypeAdapter(Attribution)


def stored_source(attribution: Attribution) -> Any | None:
    """Return what is stored of an attribution; None if all is the user's own."""
    return None if attribution == OWN_WORDS else _ADAPTER.dump_python(attribution, mode="json")


def beginning(most: int) -> ColumnElement[Any]:
    """Select the beginning of what a user's message says, for `shown`."""
    text = func.left(AgentMessage.text, most)
    return func.json_build_object("text", text, "source", AgentMessage.source, type_=JSON)


def shown(said: Any | None) -> str:
    """Return what a message says as people read it, on one line; empty if there is none."""
    if not said or said["text"] is None:
        return ""
    source = said["source"]
    return words_shown(said["text"], _ADAPTER.validate_python(source) if source else OWN_WORDS)
