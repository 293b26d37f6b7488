"""What follows in a turn, from its messages. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.model.values import AssistantMessage, Message, Refusal, ToolCall, ToolResult, UserMessage
from bot.turns.values.turns import open_calls

MAX_STEPS = 8
"""Most requests in a turn; the last one asks for text."""


@dataclass(frozen=True, slots=True)
class AskModel:
    """The model is to be asked; `may_call` False asks for text."""

    may_call: bool


@dataclass(frozen=True, slots=True)
class Prepare:
    """A user's message waits for its files."""


Step: TypeAlias = Prepare | AskModel | ToolCall | None
"""Files are to be made ready, the model is to be asked, a call is to be run, or the model has answered with text."""


def next_step(messages: Sequence[Message]) -> Step:
    """Return the step that follows a turn's last message."""
    match messages[-1]:
        case AssistantMessage(calls=()):
            return None
        case UserMessage():
            is_pending = any(isinstance(it, UserMessage) and it.pending for it in messages)
            return Prepare() if is_pending else AskModel(may_call=True)
        case _:
            owed = open_calls(messages)
            if owed:
                return owed[0]
            steps = _steps(messages)
            repeats = bool(steps) and steps[-1] <= set[_CallAndResult]().union(*steps[:-1])
            return AskModel(may_call=len(steps) < MAX_STEPS - 1 and not repeats)


def last_answer(messages: Sequence[Message]) -> int:
    """Return the index of the model's last message, 0 if there is none."""
    answers = (at for at, message in enumerate(messages) if isinstance(message, AssistantMessage))
    return max(answers, default=0)


def refused_calls(messages: Sequence[Message]) -> list[tuple[ToolCall, Refusal]]:
    """Return the refused calls with their reasons, up to the model's last message."""
    read = messages[: last_answer(messages)]
    calls = {call.id: call for message in read if isinstance(message, AssistantMessage) for call in message.calls}
    results = (it for it in read if isinstance(it, ToolResult) and it.call_id in calls)
    return [(calls[result.call_id], result.refusal) for result in results if result.refusal]


_CallAndResult: TypeAlias = tuple[str, str, str]
"""A call's name, arguments and result."""


def _steps(messages: Sequence[Message]) -> list[set[_CallAndResult]]:
    """Return the steps since the user's last message, each with its calls and results."""
    steps: list[set[_CallAndResult]] = []
    calls: dict[str, ToolCall] = {}
    for message in messages:
        match message:
            case UserMessage():
                steps = []
            case AssistantMessage():
                calls |= {call.id: call for call in message.calls}
                steps.append(set())
            case ToolResult(call_id, content) if steps and call_id in calls:
                steps[-1].add((calls[call_id].name, calls[call_id].arguments, content))
    return steps
