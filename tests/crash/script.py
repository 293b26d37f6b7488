"""Pure: the messages of four people in a run, the model's answers, and the expected results."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from random import Random
from typing import Final

from bot.turns.prompt import LEFT_OUT
from practice.model.chat_api import AssistantMessage, ChatRequest, Message, UserMessage
from practice.model.conversation import text_of
from practice.model.server import Reply, ToolCall
from tests.process import is_description
from tests.properties.chat_invariants import Turn
from tests.properties.planned_model import is_for_summary

USERS: Final = (1, 2, 3, 4)
PHOTOGRAPHER: Final = 4
"""Writes captions alone; nothing is remembered from them, as beside pictures a change would wait for a button."""
TAG: Final = re.compile(r"\bm(\d{3})\b")
"""A word that names a message, here by its number."""

ALBUM: Final = 3
"""Photos of an album."""
HELD: Final = frozenset({621, 669, 705, 753, 789})
"""Messages whose answers take long, so that something can be done meanwhile."""
OFFERED: Final = frozenset({633, 663, 717, 747, 771})
"""Messages with something that the model asks about instead of storing it."""

DOCUMENTS: Final = range(802, 896, 6)
"""Messages with a document, to each of which the model reacts."""

LIKED: Final = "👍"
"""The model's reaction."""

ASKED: Final = tuple(number for number in range(502, 598, 6) if number % 7)
"""Messages for which the model calls a tool that acts outside."""

TOOL: Final = "it__call"

_MESSAGES: Final = 60
_COMMANDS: Final = 8
_FACT: Final = re.compile(r"Fact (\d{3})")
_STORED: Final = re.compile(r"Stored as \[id:([A-Za-z0-9]{8})\]")
_LISTED: Final = re.compile(r'- \[id:([A-Za-z0-9]{8})\] .*"Fact (\d{3})')
_PIECE: Final = 1_500
_PIECE_SECONDS: Final = 0.04
_HELD_SECONDS: Final = 0.4
_QUOTED: Final = re.compile(
    r"^\[(?:The user (?:replies|quotes)|Not the user's words: (?:the message replied to|quoted)).*\](?:\n> .*)*",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Written:
    """A text that somebody writes: message `number`, which begins with its tag, or else a command.

    It may be the caption of `photos`, an album if they are several.
    """

    user_id: int
    text: str
    number: int | None = None
    photos: int = 0


def written(random: Random) -> list[Written]:
    """Return what is written, in order: sixty messages of these users, and a few commands between."""
    writers = [it for it in USERS if it != PHOTOGRAPHER]
    texts = list[Written]()
    for number in range(1, _MESSAGES + 1):
        photos = 0 if _remembers(number) else {3: 1, 8: ALBUM}.get(number % 10, 0)
        texts.append(Written(PHOTOGRAPHER if photos else random.choice(writers), words(number), number, photos))
    for command in range(_COMMANDS):
        text = Written(random.choice(USERS), f"/memory list nothing{command}")
        texts.insert(random.randrange(len(texts)), text)
    return texts


def answer_to(command: Written) -> str:
    """Return how the answer to a command begins."""
    return f"I found nothing about “{command.text.removeprefix('/memory list ')}”."


def remembered(texts: Sequence[Written], user_id: int) -> list[list[str]]:
    """Return every version of what a user's messages have remembered in the end, memory by memory."""
    memories: list[list[str]] = []
    for number in (text.number for text in texts if text.user_id == user_id and text.number):
        if _updates(number) and memories:
            memories[-1].append(fact(number))
        elif _remembers(number):
            memories.append([fact(number)])
    return memories


def reply(request: ChatRequest) -> Reply:
    """Answer for the model: remember what this turn's messages still owe, then name them all.

    It depends on nothing but the request, so that a turn that is asked again, or that several messages share, has
    each fact once.
    """
    if is_description(request):
        return Reply(text="A picture.")
    if is_for_summary(request):
        return Reply(text="\n".join(["So far:", *(f"Stored as [id:{each}]" for each in _known(request))]))
    turn = list(_turn(request.messages))
    numbers = [tag for it in turn if isinstance(it, UserMessage) for tag in tags_in(text_of(it.content))]
    done = {int(fact) for message in turn for call in _calls(message) for fact in _FACT.findall(call)}
    called = {str(json.loads(call).get("text")) for message in turn for call in _calls(message)}
    calls = _next_calls(request, [number for number in numbers if _remembers(number) and number not in done])
    calls += [_call(TOOL, text=str(number)) for number in numbers if number in ASKED and str(number) not in called]
    if any(map(reacts, numbers)) and not any('"emoji"' in call for message in turn for call in _calls(message)):
        calls.append(_call("react", emoji=LIKED))
    return Reply(calls=tuple(calls)) if calls else _answer(numbers)


def _turn(messages: Sequence[Message]) -> Iterator[Message]:
    """Return the messages of the turn under way: those after the last answer in words."""
    behind = list(dropwhile(lambda it: not (isinstance(it, AssistantMessage) and not it.tool_calls), messages[::-1]))
    return iter(messages[len(behind) :])


def _next_calls(request: ChatRequest, numbers: Sequence[int]) -> list[ToolCall]:
    """Return the calls for these facts, up to the first that has to know the id of one added beside it.

    Where turns are left out of the prompt, the newest memory may have been stored in one: it is looked for first.
    """
    turn = list(_turn(request.messages))
    is_left_out = LEFT_OUT in str(request.messages[0].content)
    if is_left_out and any(map(_updates, numbers)) and not any('"query"' in it for each in turn for it in _calls(each)):
        return [_call("search_memory", query="fact")]
    known = list(dict.fromkeys([*_found(turn), *_known(request)]))  # what the turn has stored since it searched, too
    calls: list[ToolCall] = []
    added = False
    for number in numbers:
        if not _updates(number) or not (known or added):
            added = True
            is_asked = number not in OFFERED
            calls.append(_call("add_to_memory", content=fact(number), category="context", user_asked=is_asked))
        elif added:
            break
        else:
            calls.append(_call("update_memory", content=fact(number), memory_id=known[-1]))
    return calls


def _known(request: ChatRequest) -> list[str]:
    """Return the ids that a summary or the results of calls tell, oldest first."""
    told = [str(it.content) for it in request.messages if it.role in {"system", "tool"}]
    return list(dict.fromkeys(memory_id for text in told for memory_id in _STORED.findall(text)))


def _found(turn: Sequence[Message]) -> list[str]:
    """Return the ids that a search in this turn has found, oldest first: that is by their newest facts."""
    found = [it for message in turn if message.role == "tool" for it in _LISTED.findall(str(message.content))]
    return [memory_id for _, memory_id in sorted((number, memory_id) for memory_id, number in found)]


def _answer(numbers: Sequence[int]) -> Reply:
    """Name the messages; some answers take a while, some fill several Telegram messages."""
    tags = " and ".join(_tag(number) for number in numbers)
    text = f"This is the answer to {tags}, and here is its end."
    longest = max((number // 7 % 2 + 1 for number in numbers if number % 7 == 0), default=0)
    text += "".join(f"\n\nParagraph {each} of {tags}: {'and more of it, ' * 30}done." for each in range(11 * longest))
    slow = any(number % 4 == 1 for number in numbers)
    size = len(text) // 3 if slow and not longest else _PIECE
    pieces = tuple(text[start : start + size] for start in range(0, len(text), size))
    seconds = _HELD_SECONDS if HELD.intersection(numbers) else _PIECE_SECONDS
    return Reply(pieces=pieces, delay=seconds if slow else 0)


def tags_in(text: str) -> list[int]:
    """Return the messages that a user's text names in its own words, not in what it quotes or replies to, in order."""
    return [int(tag) for tag in TAG.findall(_QUOTED.sub("", text))]


def asked(turn: Turn) -> list[int]:
    """Return the messages of a turn, in order."""
    return [tag for message in turn.messages if message.role == "user" for tag in tags_in(message.content)]


def words(number: int) -> str:
    """Return what is written as a message."""
    return f"{_tag(number)} and so on"


def asking(number: int) -> str:
    """Return a message that asks for what the model remembers with it, in its user's own words."""
    return f"{fact(number)}. Remember that. {words(number)}"


def _tag(number: int) -> str:
    return f"m{number:03}"


def fact(number: int) -> str:
    """Return what the model remembers with a message: like no other fact, but related to each."""
    return f"Fact {number:03}: {number:03}a, {number:03}b and {number:03}c"


def _remembers(number: int) -> bool:
    return number % 3 == 0


def _updates(number: int) -> bool:
    return number % 6 == 0


def reacts(number: int) -> bool:
    """Tell whether the model reacts to the turn of a message."""
    return number % 5 == 4 if number <= _MESSAGES else number in DOCUMENTS


def _call(name: str, **arguments: str | bool) -> ToolCall:
    return ToolCall(name, json.dumps(arguments))


def _calls(message: Message) -> list[str]:
    calls = message.tool_calls if isinstance(message, AssistantMessage) else None
    return [call.function.arguments for call in calls or ()]
