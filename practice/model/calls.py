"""The memory tool calls of the practice model."""

import json
from collections.abc import Collection

from practice.model.answer import ToolCall
from practice.model.facts import Fact

ADD = "add_to_memory"
CHANGE = "update_memory"
FORGET = "forget_memory"
SEARCH = "search_conversations"


def add(fact: Fact, *, is_new: bool = False) -> ToolCall:
    """Return the call that adds a memory; `is_new` confirms that it is a separate fact about its subject."""
    subject = {"subject": fact.kind.subject} if fact.kind.subject else {}
    confirmed = {"is_new": True} if is_new else {}
    return _call(ADD, content=fact.content, category=fact.kind.category or "context", **subject, **confirmed)


def update(old: Fact, new: Fact) -> ToolCall:
    """Return the call that updates a memory."""
    return _call(CHANGE, memory_id=old.id, content=new.content)


def as_offered(call: ToolCall, tools: Collection[str]) -> ToolCall:
    """Turn an update into an addition that replaces the memory, if the bot offers no tool for updates."""
    if call.name != CHANGE or CHANGE in tools:
        return call
    given = json.loads(call.arguments)
    memory_id = given.pop("memory_id")
    return _call(ADD, **given, category="context", replaces=memory_id)


def forget(fact: Fact) -> ToolCall:
    """Return the call that forgets a memory."""
    return _call(FORGET, memory_id=fact.id)


def search(query: str) -> ToolCall:
    """Return the call that searches earlier conversations."""
    return _call(SEARCH, query=query)


def _call(tool: str, **arguments: str | bool) -> ToolCall:
    return ToolCall(tool, json.dumps(arguments, ensure_ascii=False))
