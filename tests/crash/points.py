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

    def __str__(self) -> str:
        when = "after" if self.done else "before"
        return f"{when} {self.where} {' '.join(self.what.split())[:60]}".strip()


@dataclass(frozen=True, slots=True)
class Point:
    """A named moment."""

    name: str
    fits: Callable[[Moment], bool]


def _committed(name: str, *, done: bool, fits: Callable[[Moment], bool]) -> Point:
    return Point(name, lambda moment: moment.commits and moment.done == done and fits(moment))


def _stored_step(moment: Moment) -> bool:
    return moment.has("INSERT INTO agent_usage") and len(moment.statements) > 1


def _stored_memory(moment: Moment) -> bool:
    return moment.has("INSERT INTO agent_memories") and not _imported(moment)


def _imported(moment: Moment) -> bool:
    return moment.has("INSERT INTO agent_memory_imports") and moment.has("INSERT INTO agent_memories")


def _deleted_with_a_press(moment: Moment) -> bool:
    return moment.has("UPDATE telegram_updates") and moment.has("UPDATE agent_memories SET deleted_at")


def _ended_turn(moment: Moment) -> bool:
    return any(sql.startswith("UPDATE agent_turns SET state") for sql in moment.statements)


def _carried_out_command(moment: Moment) -> bool:
    return moment.has("UPDATE telegram_updates") and not any("INSERT INTO agent_" in sql for sql in moment.statements)


def _begun_turn(moment: Moment) -> bool:
    return any("INSERT INTO agent_turns" in sql for sql in moment.statements)


def _lets_go(moment: Moment) -> bool:
    return any(sql.startswith("UPDATE agent_conversations") and "history_from" in sql for sql in moment.statements)


def _at(where: Literal["telegram", "model"], what: str, *, done: bool) -> Callable[[Moment], bool]:
    return lambda moment: (moment.where, moment.what, moment.done) == (where, what, done)


def _notes(method: str, *, done: bool) -> Callable[[Moment], bool]:
    """Fit what writes down that a call took effect."""
    return lambda moment: (
        moment.done == done
        and moment.last_call == method
        and moment.what.startswith(("UPDATE telegram_messages", "INSERT INTO telegram_messages"))
    )


def _became_of_a_file(moment: Moment) -> bool:
    return moment.has("UPDATE agent_attachments")


def _revising(moment: Moment) -> str:
    """Return the statement that supersedes a turn or brings it back."""
    return next((sql for sql in moment.statements if sql.startswith("UPDATE agent_turns") and "taken_back=" in sql), "")


def _replaced_turn(moment: Moment) -> bool:
    return bool(_revising(moment)) and _begun_turn(moment)


def _taken_back(moment: Moment) -> bool:
    return bool(_revising(moment)) and not _begun_turn(moment) and "attempt=" not in _revising(moment)


def _brought_back(moment: Moment) -> bool:
    return "attempt=" in _revising(moment)


def _decided(moment: Moment) -> bool:
    return moment.has("UPDATE agent_memory_proposals") and moment.has("UPDATE telegram_updates")


def _added_to_album(moment: Moment) -> bool:
    return any(sql.startswith("UPDATE agent_messages") and "telegram_ids=" in sql for sql in moment.statements)


def _reacted(moment: Moment) -> bool:
    inserts = any("INSERT INTO agent_messages" in sql for sql in moment.statements)
    return inserts and moment.has("INSERT INTO telegram_messages") and not _ended_turn(moment)


def _shows_transcript(moment: Moment) -> bool:
    return _became_of_a_file(moment) and moment.has("INSERT INTO telegram_messages")


def _set_reminder(moment: Moment) -> bool:
    return moment.has("INSERT INTO agent_reminders")


def _rang(moment: Moment) -> bool:
    rings = moment.has("UPDATE agent_reminders") and moment.has("INSERT INTO telegram_messages")
    return rings and not moment.has("UPDATE telegram_updates")


def _began_task(moment: Moment) -> bool:
    return moment.has("UPDATE agent_reminders") and moment.has("INSERT INTO telegram_updates")


def _opens_topic(moment: Moment) -> bool:
    says = moment.has("INSERT INTO telegram_messages") and moment.has("SELECT (SELECT agent_owners.private_until")
    return says and not _ends_private_topic(moment) and not _begun_turn(moment)


def _ends_private_topic(moment: Moment) -> bool:
    return moment.has("UPDATE telegram_topics SET is_deleted")


AskingFirst: TypeAlias = Literal["question", "decision", "start", "result"]


def asking_first(statements: Iterable[str]) -> AskingFirst | None:
    """Return which step of what asks first a transaction with these statements stores, if any."""
    several = list(statements)
    all_of_it = "\n".join(several)
    if "INSERT INTO agent_activities" in all_of_it:
        return "question"
    if not any(sql.startswith("UPDATE agent_activities") and "expires_at=" in sql for sql in several):
        return None  # a turn's end looks for what was interrupted
    if "INSERT INTO agent_messages" in all_of_it:
        return "result"
    if "UPDATE telegram_updates" in all_of_it or "UPDATE agent_conversations" in all_of_it:
        return "decision"
    return None if "expires_at <=" in all_of_it else "start"  # a look for what is late


def _asks_first(step: AskingFirst) -> Callable[[Moment], bool]:
    return lambda moment: asking_first(moment.statements) == step


def _around_call(method: str) -> tuple[Point, ...]:
    """Return the points of a call that changes a chat."""
    return (
        Point(f"{method} has arrived", _at("telegram", method, done=False)),
        Point(f"{method} has taken effect", _at("telegram", method, done=True)),
        Point(f"{method} was answered and is not noted", _notes(method, done=False)),
        Point(f"{method} is noted", _notes(method, done=True)),
    )


def _around_commit(name: str, fits: Callable[[Moment], bool]) -> tuple[Point, ...]:
    """Return the points of a commit."""
    return (
        _committed(f"{name} is about to be committed", done=False, fits=fits),
        _committed(f"{name} is committed", done=True, fits=fits),
    )


PRESSES: Final = (
    *_around_commit("a press that deletes", _deleted_with_a_press),
    *_around_commit("an import", _imported),
    Point("a press is about to be answered", _at("telegram", "answerCallbackQuery", done=False)),
    Point("a press is answered", _at("telegram", "answerCallbackQuery", done=True)),
)
"""Those at which somebody presses a button."""

READINGS: Final = (
    *_around_commit("a transcript", _shows_transcript),
    *_around_commit("a reaction and its call's result", _reacted),
    *_around_call("setMessageReaction"),
)
"""Those at which somebody sends voice messages, and documents that the model reacts to."""

RINGS: Final = (
    *_around_commit("a reminder", _set_reminder),
    *_around_commit("a ring and what its reminder does next", _rang),
    *_around_commit("a task's message and its next time", _began_task),
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
    *_around_commit("a turn in place of another", _replaced_turn),
    *_around_commit("a turn's taking back", _taken_back),
    *_around_commit("a turn's coming back", _brought_back),
    *_around_commit("a decision on an offer", _decided),
    *_around_commit("more of an album", _added_to_album),
    *_around_call("deleteMessage"),
)
"""Those at which somebody revises what was said."""

OPENINGS: Final = (
    *_around_commit("a wish for a topic", _opens_topic),
    *_around_commit("a private topic's end", _ends_private_topic),
    *_around_call("createForumTopic"),
    *_around_call("deleteForumTopic"),
)
"""Those at which somebody opens topics and ends private ones."""

SUMMARIES: Final = (
    _committed("a summary is about to be stored", done=False, fits=_lets_go),
    _committed("a summary is stored", done=True, fits=_lets_go),
)
"""Those that come seldom, and are therefore due from the start."""

POINTS: Final = (
    Point(
        "the inbox is committed",
        lambda moment: moment.done and moment.commits and moment.has("INSERT INTO telegram_updates"),
    ),
    _committed("a turn is begun", done=True, fits=_begun_turn),
    Point("the model is asked", _at("model", "", done=False)),
    Point("the model has answered", _at("model", "", done=True)),
    _committed("a step is about to be stored", done=False, fits=_stored_step),
    _committed("a step is stored", done=True, fits=_stored_step),
    Point(
        "a memory is written, its result is not",
        lambda moment: moment.done and moment.what.startswith("INSERT INTO agent_memories"),
    ),
    Point(
        "a version is written, its result is not",
        lambda moment: moment.done and moment.what.startswith("INSERT INTO agent_memory_versions"),
    ),
    _committed("a memory and its result are about to be committed", done=False, fits=_stored_memory),
    _committed("a memory and its result are committed", done=True, fits=_stored_memory),
    _committed("a turn's end is stored", done=True, fits=_ended_turn),
    _committed("a command is carried out", done=True, fits=_carried_out_command),
    *PRESSES,
    Point("getFile has arrived", _at("telegram", "getFile", done=False)),
    Point("getFile is answered", _at("telegram", "getFile", done=True)),
    Point("a file is about to be downloaded", _at("telegram", FILE, done=False)),
    Point("a file is downloaded", _at("telegram", FILE, done=True)),
    _committed("what became of a file is about to be stored", done=False, fits=_became_of_a_file),
    _committed("what became of a file is stored", done=True, fits=_became_of_a_file),
    *SUMMARIES,
    *READINGS,
    *RINGS,
    *ASKS,
    *REVISIONS,
    *OPENINGS,
    *_around_call("sendMessage"),
    *_around_call("editMessageText"),
)
