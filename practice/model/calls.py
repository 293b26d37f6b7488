"""The tool calls that store, change and forget."""

import json
from collections.abc import Collection

from practice.model.answer import ToolCall
from practice.model.facts import Fact

ADD = "add_to_memory"
CHANGE = "update_memory"
FORGET = "forget_memory"
SEARCH = "search_conversations"


def add(fact: Fact, *, is_new: bool = False) -> ToolCall:
    """Call for a new memory; `is_new` insists that it is another fact about its subject."""
    subject = {"subject": fact.kind.subject} if fact.kind.subject else {}
    insisting = {"is_new": True} if is_new else {}
    return _call(ADD, content=fact.content, category=fact.kind.category or "context", **subject, **insisting)


def update(old: Fact, new: Fact) -> ToolCall:
    """Call for a memory's new text."""
    return _call(CHANGE, memory_id=old.id, content=new.content)


def as_offered(call: ToolCall, tools: Collection[str]) -> ToolCall:
    """Say a change as an addition that replaces a memory, where there is no tool for changes."""
    if call.name != CHANGE or CHANGE in tools:
        return call
    given = json.loads(call.arguments)
    memory_id = given.pop("memory_id")
    return _call(ADD, **given, category="context", replaces=memory_id)


def forget(fact: Fact) -> ToolCall:
    """Call for a memory to be forgotten."""
    return _call(FORGET, memory_id=fact.id)


def search(query: str) -> ToolCall:
    """Call for what was said before."""
    return _call(SEARCH, query=query)


def _call(tool: str, **arguments: str | bool) -> ToolCall:
    return ToolCall(tool, json.dumps(arguments, ensure_ascii=False))
