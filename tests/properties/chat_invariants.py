"""The invariants of every chat once all its updates are handled."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, LiteralString, Protocol
from uuid import UUID

from bot.memory.acts import deed_of, stored_change
from bot.telegram.formatting import format_reply
from bot.turns.prompt import EARLIER_HEADING, LEFT_OUT
from bot.turns.turn_under_way import joined
from practice.model.chat_api import AssistantMessage, Message, ToolMessage, UserMessage
from practice.model.conversation import text_of
from practice.model.server import Received
from tests.properties.chat_world import IN_TOPIC, LOST, SPEAKERS, USERS, Row, Text, World, user_of
from tests.properties.planned_model import TAG, is_for_summary

_PICTURES_GONE = re.compile(
    r"\n\[The .* no longer shown\](?:\n\[Not the user's words: what (?:it|they) showed\](?:\n> .*)*)?$"
)
"""What a message says once its pictures have left the prompt, and once they are described."""
SUPERSEDED = "superseded"
"""State of a turn that was answered anew after an edit."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A stored turn, and what it holds."""

    id: UUID
    messages: "tuple[Stored, ...]"
    conversation_id: UUID
    user_id: int
    topic_id: int
    state: str
    attempt: int

    @property
    def speaker(self) -> int:
        """Who speaks in it."""
        return IN_TOPIC if self.topic_id else self.user_id

    @property
    def sent(self) -> "list[Stored]":
        """What of it the model is sent."""
        return [message for message in self.messages if not message.superseded]

    @property
    def tags(self) -> list[str]:
        """The first words of its user's messages."""
        return [found[0] for it in self.messages if it.role == "user" and (found := TAG.search(it.content))]


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored message."""

    position: int
    role: str
    content: str
    calls: list[dict[str, str]]
    call_id: str | None
    superseded: bool
    undo: dict[str, Any] | None

    @property
    def receipt(self) -> str | None:
        """The line below its turn's answer that says what it changed."""
        return deed_of(stored_change(self.undo)).words if self.undo else None


class Rows(Protocol):
    """Whatever asks the database."""

    def rows(self, query: LiteralString, *parameters: object) -> list[Row]:
        """Ask it."""
        ...


def check(world: World) -> None:
    """Raise AssertionError for whatever is not as it must be."""
    turns = [turn for turn in stored_turns(world) if turn.state != SUPERSEDED]
    assert world.complaints == [], world.complaints
    check_inbox(world)
    check_outbox(world)
    for text in (text for deeds in world.users.values() for text in deeds.texts):
        check_text(world, turns, text)
    for speaker in SPEAKERS:
        own = [turn for turn in turns if turn.speaker == speaker]
        check_order(world, own, speaker)
        check_chat(world, own, speaker)
    for user_id in USERS:
        check_dropped(world, user_id)
    for turn in turns:
        check_messages(turn)
        check_memories(world, turn)
    check_states(world, turns)
    check_versions(world)
    check_requests(world)


def stored_turns(world: Rows) -> list[Turn]:
    """Read all turns, in order."""
    messages: dict[UUID, list[Stored]] = {}
    for turn_id, *values in world.rows(
        "SELECT its.turn_id, position, role, content, coalesce(tool_calls, '[]'), its.call_id, superseded, undo "
        "FROM agent_messages AS its LEFT JOIN agent_acts AS act "
        "ON act.turn_id = its.turn_id AND act.call_id = its.call_id AND family = 'memory' "
        "ORDER BY its.turn_id, position"
    ):
        messages.setdefault(turn_id, []).append(Stored(*values))
    return [
        Turn(turn_id, tuple(messages[turn_id]), *values)
        for turn_id, *values in world.rows(
            "SELECT t.id, conversation_id, user_id, topic_id, state, attempt "
            "FROM agent_turns t JOIN agent_conversations c ON c.id = t.conversation_id ORDER BY t.id"
        )
    ]


def check_inbox(world: World) -> None:
    """Every update is handled, and its payload gone; Telegram has none left."""
    assert world.rows("SELECT * FROM telegram_updates WHERE handled_at IS NULL OR payload IS NOT NULL") == []
    assert world.telegram.pending_updates == ()


def check_outbox(world: World) -> None:
    """Everything was sent, and nothing of it is kept."""
    left = "SELECT * FROM telegram_messages WHERE state IN ('waiting', 'refused') OR content IS NOT NULL"
    assert world.rows(left) == []


def check_text(world: World, turns: Sequence[Turn], text: Text) -> None:
    """A message, in exactly one of its versions, is in exactly one turn; or in none, if it was dropped."""
    holding = [turn.id for turn in turns for tag in turn.tags if tag in text.tags]
    assigned = world.rows(
        "SELECT turn_id FROM telegram_updates WHERE chat_id = %s AND message_id = %s ORDER BY id",
        text.user_id,
        text.message_id,
    )
    assert assigned, text
    assert holding == [turn_id for (turn_id,) in assigned[:1] if turn_id], text
    assert {turn_id for (turn_id,) in assigned if turn_id} == set(holding), text


def check_order(world: World, turns: Sequence[Turn], speaker: int) -> None:
    """What a user said in a topic or General is taken in the order they said it, and nothing else is among it."""
    numbers = {tag: text.message_id for text in world.users[speaker].texts for tag in text.tags}
    taken = [numbers[tag] for turn in turns for tag in turn.tags]
    assert taken == sorted(taken)


def check_dropped(world: World, user_id: int) -> None:
    """The user gets the number of messages that will not be answered, unless a restart prevents that."""
    own = (world.users[speaker].texts for speaker in SPEAKERS if user_of(speaker) == user_id)
    texts = [text.message_id for several in own for text in several]
    dropped = world.rows(
        "SELECT count(*) FROM (SELECT DISTINCT ON (message_id) turn_id FROM telegram_updates "
        "WHERE chat_id = %s AND message_id = ANY(%s) ORDER BY message_id, id) AS taken WHERE turn_id IS NULL",
        user_id,
        texts,
    )[0][0]
    told = sum(
        int(said.partition(" message")[0].rpartition(" ")[2])
        for call in world.telegram.calls
        if call.method == "sendMessage" and call.parameters["chat_id"] == str(user_id)
        if "I won't answer" in (said := call.parameters["text"])
        if not call.outcome.startswith("Too Many Requests")
    )
    assert told == dropped or (told < dropped and not world.uninterrupted)


def check_states(world: World, turns: Sequence[Turn]) -> None:
    """Every turn has ended; one that failed was taken up by the next message, unless its conversation had ended."""
    for turn in turns:
        assert turn.state in {"answered", "stopped", "failed"}, turn
    last = {turn.conversation_id: turn for turn in turns}
    for (conversation_id,) in world.rows("SELECT id FROM agent_conversations WHERE ended_at IS NULL"):
        newest = last[conversation_id]
        assert newest.state == "answered" or not newest.sent, newest  # or it was too long, and is left out
    for earlier, later in pairwise(turns):
        if earlier.conversation_id == later.conversation_id:
            assert earlier.state != "failed"


def check_messages(turn: Turn) -> None:
    """A turn's messages have no gap and are what a model accepts, whatever comes before and after them."""
    assert [message.position for message in turn.messages] == list(range(1, len(turn.messages) + 1))
    owed: list[str] = []
    assert not turn.sent or turn.sent[0].role == "user"  # nothing of a turn that is too long is sent
    for message in turn.sent:
        if message.role == "tool":
            assert message.call_id in owed, turn
            owed.remove(message.call_id)
            continue
        assert owed == [], turn
        owed = [call["id"] for call in message.calls]
        assert message.content or owed, turn
    assert owed == [], turn
    if turn.state == "answered":
        assert (turn.sent[-1].role, turn.sent[-1].calls) == ("assistant", [])


def check_memories(world: World, turn: Turn) -> None:
    """What a call was to remember is remembered once if its result says so, and else not at all."""
    results = {message.call_id: message for message in turn.messages if message.role == "tool"}
    for call in (call for message in turn.messages for call in message.calls):
        if "content" not in call["arguments"]:
            continue
        version = json.loads(call["arguments"])["content"]
        result = results[call["id"]]
        versions = world.rows("SELECT memory_id FROM agent_memory_versions WHERE content = %s", version)
        if result.content.startswith(("Stored", "Updated")):
            assert len(versions) == 1 or version == "deleted by the user"
            assert result.receipt
        else:
            assert (versions, result.receipt) == ([], None), (turn, call)


def check_versions(world: World) -> None:
    """No version was stored twice, unless a change was undone."""
    stored = world.rows("SELECT content FROM agent_memory_versions WHERE origin <> 'undo'")
    versions = Counter(version for (version,) in stored)
    assert [version for version, times in versions.items() if times > 1] == []


def check_chat(world: World, turns: Sequence[Turn], speaker: int) -> None:
    """Every answered turn's answer is where it was asked for, after its question and after earlier answers there."""
    topic = world.topic if speaker == IN_TOPIC else 0
    heard = [it for it in world.heard(user_of(speaker)) if it.topic == topic]
    shown = {message.message_id: message.text for message in heard}
    assert not any("went wrong on my side" in text for text in shown.values())
    numbers = {tag: text.message_id for text in world.users[speaker].texts for tag in text.tags}
    newest = 0
    for turn in turns:
        if turn.state == "answered":
            asked = [numbers[tag] for tag in turn.tags]
            answer = check_answer(world, turn, shown)
            assert max(newest, *asked) < answer[0], (turn, shown)
            assert answer == sorted(answer)
            newest = answer[-1]


def check_answer(world: World, turn: Turn, shown: Mapping[int, str]) -> list[int]:
    """An answer is shown whole and once, unless the bot could not know that it had sent it; return its message ids."""
    words = joined(message.content for message in turn.sent if message.role == "assistant")
    parts = format_reply(words, [message.receipt for message in turn.sent if message.receipt])
    recorded = world.rows(
        "SELECT message_id, state = 'sent' FROM telegram_messages "
        "WHERE turn_id = %s AND attempt = %s AND NOT deletes ORDER BY part",
        turn.id,
        turn.attempt,
    )
    assert [final for _, final in recorded] == [True] * len(parts), turn
    ids = [message_id for message_id, _ in recorded]
    for part, message_id in zip(parts, ids, strict=True):
        assert message_id in world.deleted_messages or shown[message_id] == part.text, turn
        again = {it for it, text in shown.items() if text == part.text} - {message_id, *world.unnoted}
        assert len(again) <= lost(world, turn.user_id, part.text), turn
    return ids


def lost(world: World, user_id: int, text: str) -> int:
    """Count the messages with this text of which the bot does not know that they were sent."""
    return sum(
        call.method == "sendMessage"
        and call.parameters["chat_id"] == str(user_id)
        and call.parameters["text"] == text
        and call.outcome in {LOST, "", "abandoned"}
        for call in world.telegram.calls
    )


def check_requests(world: World) -> None:
    """The model accepted every request, and each one fits; in each conversation each one begins with the one before it.

    But for the beginning that a prompt has let go of.
    """
    assert {refusal.code for refusal in world.model.server.refusals} <= {"context_length_exceeded"}
    turns = stored_turns(world)
    superseded = {tag for turn in turns for tag in turn.tags if turn.state == SUPERSEDED}
    superseded -= {tag for turn in turns for tag in turn.tags if turn.state != SUPERSEDED}
    before: dict[UUID, Received] = {}
    for received in world.model.server.requests:
        request = received.request
        speakers = {found[1] for it in request.messages if (found := TAG.search(str(it.content)))}
        assert len(speakers) == 1
        assert isinstance(request.messages[1], UserMessage)
        assert not any(
            isinstance(it, AssistantMessage) and not (it.content or it.tool_calls) for it in request.messages
        )
        if is_for_summary(request):
            continue
        asked = asked_in(tags(received), turns)
        conversation = asked[-1].conversation_id
        if conversation in before:
            speaker = int(speakers.pop())
            forgetful = world.users[speaker].asked_to_forget or is_forgetful(turns, received, asked[-1].user_id)
            gone = superseded & {*tags(before[conversation])} - {*tags(received)}
            may_let_go = world.model.summaries or LEFT_OUT in beginning(received)[0]
            if gone:
                assert check_revises(before[conversation], received, gone) == 0 or may_let_go
            elif beginning(before[conversation]) == beginning(received):
                check_continues(before[conversation], received, forgetful=forgetful)
            else:
                assert may_let_go
                kept = check_lets_go(before[conversation], received)
                assert kept or not set(tags(before[conversation])) & set(tags(received))
        before[conversation] = received


def is_forgetful(turns: Iterable[Turn], received: Received, user_id: int) -> bool:
    """Tell whether a request, or what its user said in another topic, may have deleted something that it holds."""
    own = [turn for turn in turns if turn.user_id == user_id]
    if len({turn.speaker for turn in own}) == 1:
        return '"forget_memory"' in received.prompt
    return any(call["name"] == "forget_memory" for turn in own for it in turn.messages for call in it.calls)


def tags(received: Received) -> list[str]:
    """Return the first words of the user's messages."""
    users = (str(it.content) for it in received.request.messages if isinstance(it, UserMessage))
    return [found[0] for content in users if (found := TAG.search(content))]


def asked_in(request: Sequence[str], turns: Sequence[Turn]) -> list[Turn]:
    """Return the turn of each of a request's messages: of several that were answered anew, the one asked then."""
    return [
        max((turn for turn in turns if tag in turn.tags), key=lambda turn: len({*turn.tags} & {*request}))
        for tag in request
    ]


def beginning(received: Received) -> tuple[str, str]:
    """Return what a compaction changes: the summary, and the first turn in the prompt."""
    system, first = (text_of(message.content) for message in received.request.messages[:2])
    return system.partition(EARLIER_HEADING)[2], first.rpartition("\n\n")[2]


def check_lets_go(earlier: Received, later: Received) -> int:
    """A request holds a whole end of the one before it, and then what is new; return how many messages that end has."""
    old, new = outline(earlier.request.messages)[1:], outline(later.request.messages)[1:]
    return len(old) - let_go(old, new)


def let_go(old: Sequence[object], new: Sequence[object]) -> int:
    """Return how many first messages of an old prompt the new one has let go of; it holds all later ones.

    Several may look like the first one that it holds: what Keepsake says of two presses within a minute.
    """
    ends = [at for at, message in enumerate(old) if message == new[0]]
    fitting = [at for at in ends if old[at:] == new[: len(old) - at]]
    assert fitting or not ends, f"of {old} came {new}"
    return fitting[0] if fitting else len(old)


def check_revises(earlier: Received, later: Received, gone: set[str]) -> int:
    """A request after an edit holds a whole end of what comes before the turn that is answered anew, if not all of it.

    Return how many messages it has let go of.
    """
    messages = earlier.request.messages
    edited = next(at for at, it in enumerate(messages) if (tag := TAG.search(str(it.content))) and tag[0] in gone)
    old = outline(messages[1:edited])
    while old and old[-1][0] == "user":  # said in the same turn
        old.pop()
    return let_go(old, outline(later.request.messages[1:]))


def check_continues(earlier: Received, later: Received, *, forgetful: bool) -> None:
    """A request begins with the bytes of an earlier one, but for what was deleted in between."""
    assert earlier.sent("tools") == later.sent("tools")
    assert bool(earlier.sent("tools")) == bool(earlier.request.tools)  # a private conversation has none
    if forgetful:
        begun = outline(later.request.messages)[: len(earlier.request.messages)]
        assert begun == outline(earlier.request.messages)
    else:
        assert later.prompt.startswith(earlier.prompt.removesuffix("]"))


def outline(messages: Iterable[Message]) -> list[tuple[Any, ...]]:
    """Return what no deletion changes in messages: who speaks, which call is meant, and what was said in words."""
    return [_outlined(message) for message in messages]


def _outlined(message: Message) -> tuple[Any, ...]:
    match message:
        case ToolMessage(tool_call_id=call_id):
            return message.role, call_id
        case AssistantMessage(tool_calls=calls, content=content):
            return message.role, content, [(call.id, call.function.name) for call in calls or ()]
        case UserMessage(content=content):
            return message.role, _PICTURES_GONE.sub("", text_of(content)).rpartition("\n\n")[2]
        case _:
            return (message.role,)
