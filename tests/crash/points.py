"""The moments of a run at which the bot can be killed, and the named ones at which it is."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tests.crash.downloads import FILE
from tests.crash.postgres_proxy import Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Something is about to happen, or is `done` but not yet reported to the bot.

    At the database a statement; at Telegram a method that is called; at the model an answer.
    """

    where: Literal["database", "telegram", "model"]
    what: str = ""
    done: bool
    statements: tuple[str, ...] = ()
    """At the database, those before it in its transaction, and itself."""
    last_call: str = ""
    """Which method of Telegram's took effect last."""

    @classmethod
    def of(cls, statement: Statement, last_call: str) -> "Moment":
        """Return the moment of a statement."""
        return cls(
            where="database",
            what=statement.sql,
            done=statement.done,
            statements=(*statement.transaction, statement.sql),
            last_call=last_call,
        )

    @property
    def commits(self) -> bool:
        """Whether it is a commit: a COMMIT, or a statement outside of a transaction."""
        return self.where == "database" and (self.what == "COMMIT" or len(self.statements) == 1)

    def has(self, beginning: str) -> bool:
        """Tell whether a statement of its transaction begins like this."""
        return any(sql.startswith(beginning) for sql in self.statements)

    def holds(self, part: str) -> bool:
        """Tell whether a statement of its transaction holds this."""
        return any(part in sql for sql in self.statements)

    def __str__(self) -> str:
        when = "after" if self.done else "before"
        return f"{when} {self.where} {' '.join(self.what.split())[:60]}".strip()


Fits: TypeAlias = Callable[[Moment], bool]


@dataclass(frozen=True, slots=True)
class Point:
    """A named moment."""

    name: str
    fits: Fits


AskingFirst: TypeAlias = Literal["question", "decision", "start", "result"]


def asking_first(statements: Iterable[str]) -> AskingFirst | None:
    """Return which step of what asks first a transaction with these statements stores, if any."""
    several = list(statements)
    all_of_it = "\n".join(several)
    if "INSERT INTO agent_acts" in all_of_it and "pg_advisory" not in all_of_it:
        return "question"
    if not any(sql.startswith("UPDATE agent_acts") and "expires_at=" in sql for sql in several):
        return None  # a turn's end looks for what was interrupted
    if "INSERT INTO agent_messages" in all_of_it:
        return "result"
    if "UPDATE telegram_updates" in all_of_it or "UPDATE agent_conversations" in all_of_it:
        return "decision"
    return None if "expires_at <=" in all_of_it else "start"  # a look for what is late


def _asks_first(step: AskingFirst) -> Fits:
    return lambda moment: asking_first(moment.statements) == step


def _committed(name: str, fits: Fits, *, done: bool = True) -> Point:
    return Point(name, lambda moment: moment.commits and moment.done == done and fits(moment))


def _around_commit(name: str, fits: Fits) -> tuple[Point, ...]:
    """Return the points of a commit."""
    return (
        _committed(f"{name} is about to be committed", fits, done=False),
        _committed(f"{name} is committed", fits),
    )


def _around(name: str, where: Literal["telegram", "model"], what: str) -> tuple[Point, ...]:
    """Return the points of a request to a server."""

    def at(*, done: bool) -> Fits:
        return lambda moment: (moment.where, moment.what, moment.done) == (where, what, done)

    return Point(f"{name} has arrived", at(done=False)), Point(f"{name} has taken effect", at(done=True))


def _around_call(method: str) -> tuple[Point, ...]:
    """Return the points of a call that changes a chat: with those of the note that it took effect."""

    def notes(*, done: bool) -> Fits:
        return lambda moment: (
            moment.done == done
            and moment.last_call == method
            and moment.what.startswith(("UPDATE telegram_messages", "INSERT INTO telegram_messages"))
        )

    return (
        *_around(method, "telegram", method),
        Point(f"{method} was answered and is not noted", notes(done=False)),
        Point(f"{method} is noted", notes(done=True)),
    )


def _imported(moment: Moment) -> bool:
    return moment.has("INSERT INTO agent_memory_imports") and moment.has("INSERT INTO agent_memories")


def _begun_turn(moment: Moment) -> bool:
    return moment.holds("INSERT INTO agent_turns")


def _ended_turn(moment: Moment) -> bool:
    return moment.has("UPDATE agent_turns SET state")


def _became_of_a_file(moment: Moment) -> bool:
    return moment.has("UPDATE agent_attachments")


def _revising(moment: Moment) -> str:
    """Return the statement that supersedes a turn or brings it back."""
    return next((sql for sql in moment.statements if sql.startswith("UPDATE agent_turns") and "taken_back=" in sql), "")


def _ends_private_topic(moment: Moment) -> bool:
    return moment.has("UPDATE telegram_topics SET is_deleted")


PRESSES: Final = (
    *_around_commit(
        "a press that deletes",
        lambda it: it.has("UPDATE telegram_updates") and it.has("UPDATE agent_memories SET deleted_at"),
    ),
    *_around_commit("an import", _imported),
    *_around("a press's answer", "telegram", "answerCallbackQuery"),
)
"""Those at which somebody presses a button."""

READINGS: Final = (
    *_around_commit("a transcript", lambda it: _became_of_a_file(it) and it.has("INSERT INTO telegram_messages")),
    *_around_commit(
        "a reaction and its call's result",
        lambda it: (
            it.holds("INSERT INTO agent_messages") and it.has("INSERT INTO telegram_messages") and not _ended_turn(it)
        ),
    ),
    *_around_call("setMessageReaction"),
)
"""Those at which somebody sends voice messages, and documents that the model reacts to."""

RINGS: Final = (
    *_around_commit("a reminder", lambda it: it.has("INSERT INTO agent_reminders")),
    *_around_commit(
        "a ring and what its reminder does next",
        lambda it: (
            it.has("UPDATE agent_reminders")
            and it.has("INSERT INTO telegram_messages")
            and not it.has("UPDATE telegram_updates")
        ),
    ),
    *_around_commit(
        "a task's message and its next time",
        lambda it: it.has("UPDATE agent_reminders") and it.has("INSERT INTO telegram_updates"),
    ),
)
"""Those at which somebody sets reminders and tasks."""

ASKS: Final = (
    *_around_commit("a question", _asks_first("question")),
    *_around_commit("the press of Do it", _asks_first("decision")),
    *_around_commit("the beginning of what acts outside", _asks_first("start")),
    *_around_commit("the result of what acts outside", _asks_first("result")),
)
"""Those at which somebody has something done outside."""

REVISIONS: Final = (
    *_around_commit("a turn in place of another", lambda it: bool(_revising(it)) and _begun_turn(it)),
    *_around_commit(
        "a turn's taking back",
        lambda it: bool(_revising(it)) and not _begun_turn(it) and "attempt=" not in _revising(it),
    ),
    *_around_commit("a turn's coming back", lambda it: "attempt=" in _revising(it)),
    *_around_commit(
        "a decision on an offer",
        lambda it: it.has("UPDATE agent_acts") and it.has("INSERT INTO agent_memories"),
    ),
    *_around_commit(
        "more of an album",
        lambda it: any(sql.startswith("UPDATE agent_messages") and "telegram_ids=" in sql for sql in it.statements),
    ),
    *_around_call("deleteMessage"),
)
"""Those at which somebody revises what was said."""

OPENINGS: Final = (
    *_around_commit(
        "a wish for a topic",
        lambda it: (
            it.has("INSERT INTO telegram_messages")
            and it.has("SELECT (SELECT agent_owners.private_until")
            and not (_ends_private_topic(it) or _begun_turn(it))
        ),
    ),
    *_around_commit("a private topic's end", _ends_private_topic),
    *_around_call("createForumTopic"),
    *_around_call("deleteForumTopic"),
)
"""Those at which somebody opens topics and ends private ones."""

SUMMARIES: Final = _around_commit(
    "a summary",
    lambda it: any(sql.startswith("UPDATE agent_conversations") and "history_from" in sql for sql in it.statements),
)
"""Those that come seldom, and are therefore due from the start."""

OTHERS: Final = (
    _committed("the inbox is committed", lambda it: it.has("INSERT INTO telegram_updates")),
    _committed("a turn is begun", _begun_turn),
    *_around("a request to the model", "model", ""),
    *_around_commit("a step", lambda it: it.has("INSERT INTO agent_usage") and len(it.statements) > 1),
    Point(
        "a memory is written, its result is not",
        lambda it: it.done and it.what.startswith("INSERT INTO agent_memories"),
    ),
    Point(
        "a version is written, its result is not",
        lambda it: it.done and it.what.startswith("INSERT INTO agent_memory_versions"),
    ),
    *_around_commit("a memory and its result", lambda it: it.has("INSERT INTO agent_memories") and not _imported(it)),
    _committed("a turn's end is stored", _ended_turn),
    _committed(
        "a command is carried out",
        lambda it: it.has("UPDATE telegram_updates") and not it.holds("INSERT INTO agent_"),
    ),
    *_around("getFile", "telegram", "getFile"),
    *_around("a download", "telegram", FILE),
    *_around_commit("what became of a file", _became_of_a_file),
    *_around_call("sendMessage"),
    *_around_call("editMessageText"),
)
"""Those of what four people write, one of each."""

POINTS: Final = (*OTHERS, *SUMMARIES, *PRESSES, *READINGS, *RINGS, *ASKS, *REVISIONS, *OPENINGS)
