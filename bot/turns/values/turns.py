"""Turns, what their requests are for, their messages, and the reactions to them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

from bot.model.values import AssistantMessage, Message, ToolCall, ToolResult


class UsagePurpose(StrEnum):
    """The purpose of a request to a model."""

    ANSWER = "answer"
    TASK = "task"
    SUMMARY = "summary"
    REVIEW = "review"


class TurnState(StrEnum):
    """The state of a turn; a superseded one was taken back, or replaced, and nothing shows it any more."""

    RUNNING = "running"
    ANSWERED = "answered"
    STOPPED = "stopped"
    FAILED = "failed"
    SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One or more user messages and what follows; `attempt` counts the attempts at its answer.

    One that does a task has the id of that `task`.
    """

    id: UUID
    conversation_id: UUID
    state: TurnState
    attempt: int
    task: str | None = None

    @property
    def purpose(self) -> UsagePurpose:
        """What its requests are for."""
        return UsagePurpose.TASK if self.task else UsagePurpose.ANSWER


REACTIONS: Final = (
    *("👍", "👎", "❤", "🔥", "🥰", "👏", "😁", "🤔", "🤯", "😱", "🤬", "😢", "🎉", "🤩", "🤮", "💩"),
    *("🙏", "👌", "🕊", "🤡", "🥱", "🥴", "😍", "🐳", "❤️\u200d🔥", "🌚", "🌭", "💯", "🤣", "⚡", "🍌", "🏆"),
    *("💔", "🤨", "😐", "🍓", "🍾", "💋", "🖕", "😈", "😴", "😭", "🤓", "👻", "👨\u200d💻", "👀", "🎃", "🙈"),
    *("😇", "😨", "🤝", "✍", "🤗", "🫡", "🎅", "🎄", "☃", "💅", "🤪", "🗿", "🆒", "💘", "🙉", "🦄"),
    *("😘", "💊", "🙊", "😎", "👾", "🤷\u200d♂️", "🤷", "🤷\u200d♀️", "😡"),
)
"""Those that a bot may use (Bot API, ReactionTypeEmoji)."""


_VARIATION: Final = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]")
"""What changes only the look of an emoji: the variation selector, and skin tones."""


def open_calls(messages: Sequence[Message]) -> list[ToolCall]:
    """Return the calls of a turn without a result."""
    answered = {message.call_id for message in messages if isinstance(message, ToolResult)}
    return [
        call
        for message in messages
        if isinstance(message, AssistantMessage)
        for call in message.calls
        if call.id not in answered
    ]


def last_reaction(messages: Sequence[Message]) -> str:
    """Return the last reaction to a turn's messages; empty without one."""
    return next((it.reaction for it in reversed(messages) if isinstance(it, ToolResult) and it.reaction), "")


def any_untrusted(messages: Iterable[Message]) -> bool:
    """Tell whether any of the messages holds text that neither the user nor Keepsake wrote."""
    return any(message.untrusted for message in messages if not isinstance(message, AssistantMessage))


def _bare(emoji: str) -> str:
    return _VARIATION.sub("", emoji.strip())


_BY_BARE: Final = {_bare(emoji): emoji for emoji in REACTIONS}


def reaction_in(text: str) -> str:
    """Return the reaction that is all of a text, as the Bot API writes it, or an empty text."""
    return _BY_BARE.get(_bare(text), "")
