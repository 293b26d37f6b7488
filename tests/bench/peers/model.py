"""The model of the comparison: a script that answers all bots alike, at one speed, and notes what they ask."""

import asyncio
import json
import re
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from practice.model.answer import Reply, ToolCall
from practice.model.chat_api import ChatRequest
from practice.model.prompt_cache import prompt_tokens
from tests.bench.peers.peer import Peer

SECONDS_A_WORD: Final = 0.01
ANSWER_WORDS: Final = 30
LONG_CHARACTERS: Final = 10_000
FACT: Final = "Please remember that my sister's name is Ottilie."
REMEMBERED: Final = "The user's sister is called Ottilie."
SECRET: Final = "Ottilie"
QUESTION: Final = "What is my sister called?"
LONG: Final = "Tell me everything."
ASKED: Final = re.compile(r"\bask(\d{4})\b")
"""Each message of the person has a number, and its answer ends with it: `ask0007`, `done0007`."""
_read_at: ContextVar[float] = ContextVar("read_at")


class _Passed(asyncio.Event):
    """An open gate that notes when the stream came through."""

    at = 0.0

    async def wait(self) -> bool:  # type: ignore[override]
        self.at = monotonic()
        return True


@dataclass(slots=True)
class Asked:
    """A request to the model; times are monotonic seconds."""

    request: ChatRequest
    read_at: float
    """When its last byte was read."""
    numbers: tuple[str, ...] = ()
    """The messages that it answers; none for what a bot asks on its own account."""
    first: _Passed = field(default_factory=_Passed)
    last: _Passed = field(default_factory=_Passed)

    @property
    def tokens(self) -> int:
        """The tokens of its prompt, four characters each."""
        return prompt_tokens(self.request)


def words_of_long_answer() -> list[str]:
    """Return the words of the long answer, each of which is there once."""
    return [f"w{number:05}" for number in range(LONG_CHARACTERS // 7)]


class Script:
    """Answers a bot's requests and keeps them."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self.asked: list[Asked] = []
        self.answers: dict[str, Asked] = {}
        """The first request of each message, by its number."""
        self.hold: asyncio.Event | None = None
        """While there is one, answers wait for it."""

    @property
    def is_streaming(self) -> bool:
        """Whether an answer is under way."""
        return any(it.first.at and not it.last.at for it in self.asked)

    async def reply(self, request: ChatRequest) -> Reply:
        """Answer a request."""
        asked = Asked(request, _read_at.get(monotonic()))
        self.asked.append(asked)
        numbers = _open_numbers(request)
        if not numbers or request.response_format or (self._peer.offers_tools and not request.tools):
            return self._peer.own(request)
        asked.numbers = numbers
        for number in asked.numbers:
            self.answers.setdefault(number, asked)
        if self.hold:
            await self.hold.wait()
        words = texts_of(request)
        last = words[-1]
        if FACT in last and request.messages[-1].role != "tool" and (call := self._peer.remember(REMEMBERED)):
            return Reply(calls=(call,))
        return await self._streamed(asked, _answer(words, asked.numbers))

    async def _streamed(self, asked: Asked, words: Sequence[str]) -> Reply:
        pieces = tuple(f"{word} " for word in words[:-1]) + tuple(words[-1:])
        if not asked.request.stream:
            await asyncio.sleep(SECONDS_A_WORD * len(pieces))
            asked.first.at = asked.last.at = monotonic()
        gates = {1: asked.first, len(pieces): asked.last}
        return Reply(pieces=pieces, delay=SECONDS_A_WORD, gates=gates)


def _answer(texts: Sequence[str], numbers: Sequence[str]) -> list[str]:
    ends = [f"done{number}" for number in numbers] or ["done"]
    asked = next((text for text in reversed(texts) if ASKED.search(text)), "")
    if LONG in asked:
        body = words_of_long_answer()
    elif QUESTION in asked:
        body = [f"She is called {SECRET}." if any(SECRET in text for text in texts) else "I do not know."]
    else:
        body = [f"word{at}" for at in range(ANSWER_WORDS - 1 - len(ends))]
    return [f"first{numbers[0] if numbers else ''}", *body, *ends]


def texts_of(request: ChatRequest) -> list[str]:
    """Return the texts of a request's messages."""
    return [
        message.content if isinstance(message.content, str) else "".join(part.text for part in message.content or ())
        for message in request.messages
    ]


def _open_numbers(request: ChatRequest) -> tuple[str, ...]:
    """Return the numbers of the person's messages after the last answer in words."""
    found: list[str] = []
    for message, text in zip(request.messages, texts_of(request), strict=True):
        if message.role == "assistant" and not message.tool_calls:
            found = []
        elif message.role == "user":
            found += [number for number in ASKED.findall(text) if number not in found]
    return tuple(found)


def called(name: str, **arguments: object) -> ToolCall:
    """Return a call of a tool."""
    return ToolCall(name, json.dumps(arguments))


class Reads:
    """An ASGI app that notes when the last byte of a request was read, for the script."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""

        async def received() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body"):
                _read_at.set(monotonic())
            return message

        await self._app(scope, received, send)
