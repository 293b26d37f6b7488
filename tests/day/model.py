"""The model of the day: the practice model, which names in each answer the messages that it answers."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from practice.model import rules
from practice.model.chat_api import AssistantMessage, ChatRequest, Message, UserMessage
from practice.model.conversation import text_of
from practice.model.phrases import PICTURE
from practice.model.pictures import seen_in
from practice.model.server import Received, Reply
from tests.crash.checks import parting
from tests.process import is_description
from tests.properties.chat_invariants import beginning, outline

TAG: Final = re.compile(r"^m(\d{4})\.$", re.MULTILINE)
"""The line of a message that names it."""
ANSWERED: Final = re.compile(r"\(for ([\d ]+)\)\s*(?:$|\n\n)")
"""The line of an answer that names what it answers."""


def tag(number: int) -> str:
    """Return the line that names a message."""
    return f"m{number:04}."


def reply(request: ChatRequest) -> Reply:
    """Answer a request; the same request always gets the same reply."""
    if is_description(request):
        seen = seen_in(request.messages)
        return Reply(text="\n\n".join(PICTURE.format(it.width, it.height, it.colour) for it in seen))
    answer = rules.reply(request)
    if rules.is_background(request) or not answer.content:
        return answer
    numbers = [number for text in asked(request.messages) for number in TAG.findall(text)]
    text = f"{answer.content}\n\n(for {' '.join(numbers)})" if numbers else answer.content
    half = len(text) // 2
    return replace(answer, text="", pieces=(text[:half], text[half:]), delay=0.01)


def asked(messages: Sequence[Message]) -> Iterator[str]:
    """Yield the texts of the user's messages in the turn under way, oldest first."""
    turn = list(takewhile(lambda it: not isinstance(it, AssistantMessage) or it.tool_calls, reversed(messages)))
    yield from (text_of(it.content) for it in reversed(turn) if isinstance(it, UserMessage))


class Prefix:
    """Looks whether each request begins with the one before it. `gone` are the messages that were revised."""

    def __init__(self, gone: Callable[[], Collection[int]]) -> None:
        self._gone = gone
        self._last: Received | None = None
        self.continued = 0
        """Requests that continue the one before them, byte by byte."""
        self.revised = 0
        """Those that do so but for what was deleted, taken back or edited, or a picture that was let go of."""
        self.begun = 0
        """Those that begin anew: a conversation, or what is left of one after a summary."""
        self.problems: list[str] = []

    def look(self, received: Received) -> None:
        """Look at the next request."""
        if is_description(received.request) or rules.is_background(received.request):
            return
        before, self._last = self._last, received
        if before is None or _start(before) != _start(received):
            self.begun += 1
        elif received.prompt.startswith(before.prompt.removesuffix("]")):
            self.continued += 1
        elif outline(received.request.messages)[: len(kept := self._kept(before))] == kept:
            self.revised += 1
        else:
            self.problems.append(f"a request does not begin with the one before it: {parting(before, received)}")

    def _kept(self, earlier: Received) -> list[tuple[object, ...]]:
        """Return the outline of a request up to what was revised in it."""
        gone = set(self._gone())
        return outline(
            takewhile(lambda it: not (isinstance(it, UserMessage) and gone & {*_numbers(it)}), earlier.request.messages)
        )


def _start(received: Received) -> tuple[object, ...]:
    """Return what is the same for all requests of a conversation between two summaries."""
    return received.sent("tools"), *beginning(received)


def _numbers(message: UserMessage) -> list[int]:
    return [int(number) for number in TAG.findall(text_of(message.content))]
