"""The tool calls of the practice model."""

import json
from collections.abc import Collection, Mapping

from practice.model.answer import ToolCall
from practice.model.facts import Fact

ADD = "add_to_memory"
CHANGE = "update_memory"
FORGET = "forget_memory"
SEARCH = "search_conversations"
REACT = "react"
USER_ASKED = "user_asked"


def add(fact: Fact, *, user_asked: bool = True, is_new: bool = False) -> ToolCall:
    """Return the call that adds a memory that the `user_asked` for, or that is only offered to them.

    `is_new` confirms that it is a separate fact about its subject.
    """
    subject = {"subject": fact.kind.subject} if fact.kind.subject else {}
    confirmed = {"is_new": True} if is_new else {}
    category = fact.kind.category or "context"
    return call(ADD, content=fact.content, category=category, **subject, user_asked=user_asked, **confirmed)


def update(old: Fact, new: Fact) -> ToolCall:
    """Return the call that updates a memory."""
    return call(CHANGE, memory_id=old.id, content=new.content)


def as_offered(wanted: ToolCall, tools: Mapping[str, Collection[str]]) -> ToolCall:
    """Return a call as the bot's tools take it, which are given with the names of their arguments.

    Without a tool for updates, an addition replaces the memory. A bot may not ask whether its user asked for a memory.
    """
    given = json.loads(wanted.arguments)
    if wanted.name == CHANGE and CHANGE not in tools:
        memory_id = given.pop("memory_id")
        return as_offered(call(ADD, **given, category="context", user_asked=True, replaces=memory_id), tools)
    if wanted.name == ADD and USER_ASKED not in tools.get(ADD, ()):
        given.pop(USER_ASKED, None)
    return call(wanted.name, **given)


def forget(fact: Fact) -> ToolCall:
    """Return the call that forgets a memory."""
    return call(FORGET, memory_id=fact.id)


def search(query: str) -> ToolCall:
    """Return the call that searches earlier conversations."""
    return call(SEARCH, query=query)


def react(emoji: str) -> ToolCall:
    """Return the call that puts an emoji below the user's message."""
    return call(REACT, emoji=emoji)


def call(tool: str, **arguments: str | bool) -> ToolCall:
    """Return a call of a tool."""
    return ToolCall(tool, json.dumps(arguments, ensure_ascii=False))
