"""The invariants of groups: each message is answered once, and nothing personal is read or stored before others."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from practice.model.server import Received
from tests.crash.found import asked, noted
from tests.crash.gatherer import GATHERER, HELLO, OTHERS_CAME, REMOVED, Numbers, in_round
from tests.crash.run import Run
from tests.crash.script import fact
from tests.properties.chat_invariants import Turn

_NAMED: Final = re.compile(r"\b(?:m|Fact )(\d{3})\b")
"""A message, or what is remembered of it."""


def group_problems(run: Run, turns: Sequence[Turn]) -> Iterator[str]:
    """Return all violations."""
    rounds = [in_round(round_) for round_ in range(run.gatherer.rounds)]
    yield from _turns(run, turns, rounds)
    yield from _memories(run, rounds)
    yield from _notices(run)
    yield from _requests(run, rounds)


def _turns(run: Run, turns: Sequence[Turn], rounds: Sequence[Numbers]) -> Iterator[str]:
    """Each message is in one turn of whoever it belongs to, and was answered once."""
    for its, (group, upgraded) in zip(rounds, run.gatherer.groups, strict=True):
        taken = [(tag, turn.user_id) for turn in turns for tag in asked(turn) if tag in {its.own, *its.shared}]
        if taken != [(its.own, GATHERER), *((number, upgraded) for number in its.shared)]:
            yield f"of the group {upgraded} the turns took {taken}"
        known = {chat: noted(run, chat) for chat in (group, upgraded)}
        for number in (its.own, *its.shared):
            told = [it for chat in known for it in run.gatherer.answers(number, chat) if it.message_id in known[chat]]
            if len(told) != 1:
                yield f"m{number} was said in a group, and answered by {told}"


def _memories(run: Run, rounds: Sequence[Numbers]) -> Iterator[str]:
    """What was said alone is its speaker's, all else the group's, each once, also after an upgrade."""
    stored = run.rows(
        "SELECT user_id, content, version_number, deleted_at FROM agent_memories m "
        "JOIN agent_memory_versions ON m.id = memory_id WHERE user_id = %s OR user_id < 0 ORDER BY user_id, content",
        GATHERER,
    )
    groups = [upgraded for _, upgraded in run.gatherer.groups]
    expected = [(GATHERER, fact(its.own), 1, None) for its in rounds]
    expected += [(group, it, 1, None) for group, its in zip(groups, rounds, strict=True) for it in its.remembered]
    if stored != sorted(expected):
        yield f"of groups {stored} is stored instead of {sorted(expected)}"


def _notices(run: Run) -> Iterator[str]:
    """What is said when the bot comes, somebody joins, or the bot goes is said once each."""
    for round_, (group, upgraded) in enumerate(run.gatherer.groups):
        gone = f"{REMOVED} “group {round_}”"
        for chats, beginning in (((group,), HELLO), ((group, upgraded), OTHERS_CAME), ((GATHERER,), gone)):
            heard = [
                it for chat in chats for it in run.gatherer.heard(chat, beginning) if it.message_id in noted(run, chat)
            ]
            if len(heard) != 1:
                yield f"“{beginning}” was said in {chats} as {heard}"
    left = run.rows("SELECT chat_id FROM agent_groups WHERE left_at IS NOT NULL ORDER BY chat_id")
    if left != sorted((upgraded,) for _, upgraded in run.gatherer.groups):
        yield f"the groups that the bot has left are {left}"


def _requests(run: Run, rounds: Sequence[Numbers]) -> Iterator[str]:
    """No request holds both what is personal and what others see, and what is personal is known in the next group."""
    own = {its.own for its in rounds}
    shared = {number for its in rounds for number in its.shared}
    named = [_numbers(received) for received in run.model.requests]
    if any(it & own and it & shared for it in named):
        yield "a request in a group holds something personal"
    if not any(len(it & own) > 1 for it in named):
        yield "nothing personal is known in a group where its owner is alone"


def _numbers(received: Received) -> set[int]:
    return set(map(int, _NAMED.findall(received.sent("messages"))))
