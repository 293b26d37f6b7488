"""What must be so after a day; each line that is yielded tells what is not."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Final
from zoneinfo import ZoneInfo

from tests.conftest import SHORTEST_PRIVATE, spelled_out
from tests.day.faults import FULL_DISK
from tests.day.growth import grown
from tests.day.life import UNSETTLED, Life
from tests.day.person import ZONE

_LATE: Final = timedelta(minutes=2)
_ABOUT: Final = timedelta(seconds=30)
"""How far Telegram's date, the bot's clock and a time in whole minutes may be apart."""
_AS_ASKED: Final = timedelta(minutes=2)
_DAILY: Final = {"water the plants": (9, 0), "feed the cat": (21, 15)}
_OF_THE_NIGHT: Final = {"look at the clocks": (1, 30), "open the window": (4, 10)}
_HOURLY: Final = "drink some water"
_DISK_IS_FULL: Final = "database disk is full; free some space"


def problems(life: Life, secrets: tuple[str, ...]) -> Iterator[str]:
    """Return all violations."""
    yield from life.problems
    yield from _answers(life)
    yield from _unsettled(life)
    yield from _memories(life)
    yield from _list(life)
    yield from _commands(life)
    yield from _rings(life)
    yield from _tasks(life)
    yield from life.prefix.problems
    yield from _beginnings(life)
    yield from (f"the model refused a request: {it}" for it in life.model.refusals)
    yield from grown(life.samples)
    yield from _log(life, secrets)


def _answers(life: Life) -> Iterator[str]:
    """Every message is answered once, in order, and what was taken back or replaced has no answer any more."""
    named = life.person.named()
    for written in life.person.written:
        times = len(named.get(written.number, []))
        if times != (0 if written.is_gone else 1):
            gone = ", which is gone," if written.is_gone else ""
            yield f"message {written.number}{gone} is answered {times} times"
    firsts = [named[number][0] for number in sorted(named)]
    for one, other in pairwise(firsts):
        if other < one:
            yield f"the answers {one} and {other} are not in the order of their questions"


def _unsettled(life: Life) -> Iterator[str]:
    """Nothing waits, nothing was given up."""
    for row in life.machine.rows(UNSETTLED):
        yield f"not done: {row}"
    for row in life.machine.rows("SELECT id, problem FROM telegram_updates WHERE problem IS NOT NULL"):
        yield f"a dead letter: {row}"
    for row in life.machine.rows("SELECT id, problem FROM telegram_messages WHERE problem IS NOT NULL"):
        yield f"Telegram refused a message: {row}"


def _memories(life: Life) -> Iterator[str]:
    """Every memory is there once, and none that was forgotten."""
    live = "SELECT content FROM agent_memories m JOIN agent_memory_versions v ON v.memory_id = m.id "
    rows = life.machine.rows(f"{live} AND v.version_number = m.version WHERE m.deleted_at IS NULL")
    contents = [str(content) for (content,) in rows]
    for thing, place in life.person.expected.memories.items():
        found = [it for it in contents if f" {thing} " in it]
        if len(found) != 1 or not found[0].endswith(f"in the {place}"):
            yield f"of the {thing} in the {place} it remembers {found}"
    for thing in life.person.expected.forgotten:
        if any(f" {thing} " in it for it in contents):
            yield f"it remembers the {thing}, which was forgotten"


def _list(life: Life) -> Iterator[str]:
    """The shopping list has each item once."""
    rows = life.machine.rows(
        "SELECT content FROM agent_notes n JOIN agent_note_versions v ON v.note_id = n.id "
        "AND v.version_number = n.version WHERE n.deleted_at IS NULL"
    )
    text = "\n".join(content for (content,) in rows)
    for item in life.person.expected.items:
        if text.count(item) != 1:
            yield f"{item} is on the shopping list {text.count(item)} times"


def _commands(life: Life) -> Iterator[str]:
    """Every command has one answer."""
    said = [it.text for it in life.telegram.messages() if it.from_bot]
    for word in life.person.expected.commands:
        times = sum(word in text for text in said)
        if times != 1:
            yield f"the command about {word} is answered {times} times"


def _rings(life: Life) -> Iterator[str]:
    """Every reminder rang once for each of its times, or told of those it missed; never early, and told if late."""
    rows = life.machine.rows(
        "SELECT r.text, m.due_at, coalesce(m.missed, 0), m.message_id FROM telegram_messages m "
        "JOIN agent_reminders r ON r.id = split_part(m.about, ':', 2) WHERE m.due_at IS NOT NULL ORDER BY m.id"
    )
    shown = {it.message_id: it for it in life.telegram.messages()}
    rang: dict[str, list[datetime]] = {}
    missed: dict[str, int] = {}
    for text, due_at, its_missed, message_id in rows:
        rang.setdefault(text, []).append(due_at)
        missed[text] = missed.get(text, 0) + its_missed
        message = shown.get(message_id)
        if message is None:
            yield f"the ring of “{text}” is not in the chat"
            continue
        late = datetime.fromtimestamp(message.date, due_at.tzinfo) - due_at
        if late < -timedelta(seconds=1):
            yield f"“{text}” rang {-late} too early"
        if abs(late - _LATE) > _ABOUT and (late > _LATE) != (" late" in message.text):
            yield f"“{text}” rang {late} late and says {message.text!r}"
    for text, times in _expected(life, rang).items():
        found = rang.get(text, [])
        if len(set(found)) != len(found) or not set(found) <= set(times):
            yield f"“{text}” rang for {found} instead of {times}"
        elif not len([it for it in times if it <= life.ends]) <= len(found) + missed.get(text, 0) <= len(times):
            yield f"“{text}” rang {len(found)} times and missed {missed.get(text, 0)}, of {times}"


def _expected(life: Life, rang: dict[str, list[datetime]]) -> dict[str, list[datetime]]:
    """Return the times of every reminder until now."""
    zone, now = ZoneInfo(ZONE), life.clock.now
    first, last = life.begins.astimezone(zone), now.astimezone(zone)
    days = [first.date() + timedelta(days=day) for day in range((last.date() - first.date()).days + 1)]
    moments = {
        text: [datetime(day.year, day.month, day.day, *clock, tzinfo=zone) for day in days]
        for text, clock in _DAILY.items()
    }
    night = days[1]
    moments |= {
        text: [datetime(night.year, night.month, night.day, *clock, tzinfo=zone)]
        for text, clock in _OF_THE_NIGHT.items()
    }
    ((begun, rule),) = life.machine.rows("SELECT created_at, rule FROM agent_reminders WHERE text = %s", _HOURLY)
    every = timedelta(hours=int(str(rule).rpartition("INTERVAL=")[2].partition(";")[0]))
    at = min(rang.get(_HOURLY, [begun + every]))
    moments[_HOURLY] = [at + every * number for number in range(24)] if abs(at - begun - every) < _AS_ASKED else []
    for text, after in life.person.expected.reminders.items():
        rows = life.machine.rows(
            "SELECT created_at, coalesce(rung_at, rings_at) FROM agent_reminders WHERE text = %s", text
        )
        moments[text] = [due for created, due in rows if abs(created + after - due) < _AS_ASKED]
    of_world = {text: [it.astimezone(UTC) for it in times] for text, times in moments.items()}
    return {text: [it for it in times if life.begins < it <= now] for text, times in of_world.items()}


def _tasks(life: Life) -> Iterator[str]:
    """Every task that is due was done once."""
    rows = life.machine.rows(
        "SELECT r.text, r.state, (SELECT count(*) FROM agent_turns t WHERE t.task = r.id) FROM agent_reminders r "
        "WHERE r.is_task ORDER BY r.created_at"
    )
    if [text for text, _, _ in rows] != life.person.expected.tasks:
        yield f"the tasks are {rows}"
    for text, state, turns in rows:
        if turns != (state == "done"):
            yield f"the task “{text}” is {state} and was done {turns} times"


def _beginnings(life: Life) -> Iterator[str]:
    """A prompt begins anew only with a conversation, or with a summary."""
    summaries = "SELECT count(*) FROM agent_usage WHERE purpose = 'summary'"
    ((stored,),) = life.machine.rows(f"SELECT count(*) + ({summaries}) FROM agent_conversations")
    most = stored + life.person.acts.get("private chat", 0)
    if life.prefix.begun > most:
        yield f"{life.prefix.begun} prompts began anew, for {most} conversations and summaries"


def _log(life: Life, secrets: tuple[str, ...]) -> Iterator[str]:
    """The log tells of no error but a full disk, and holds no word of anybody's."""
    for line in life.machine.bot.log:
        told = json.loads(line) if line.startswith("{") else {"level": "critical"}
        is_expected = FULL_DISK in life.faults and told.get("event") == _DISK_IS_FULL
        if told["level"] in {"error", "critical"} and not is_expected:
            yield f"the bot complained: {line}"
    log = "\n".join(spelled_out(line) for line in life.machine.bot.log)
    lines = {line for it in life.telegram.messages() for line in it.text.splitlines()}
    for text in (*secrets, *lines):
        if len(text) >= SHORTEST_PRIVATE and text in log:
            yield f"the log tells {text!r}"
