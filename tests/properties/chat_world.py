"""Two people, one of them in two topics, Telegram, a model and a database: all that there is around a bot."""

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, LiteralString, TypeAlias

import psycopg
import structlog
from structlog.typing import EventDict

from bot.telegram.handlers import CUT_UNITS
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.properties.planned_model import PlannedModel

BOT_ID: Final = 1000
TOKEN: Final = f"{BOT_ID}:tests"
USERS: Final = (1, 2)
IN_TOPIC: Final = 3
"""Stands for user 1 where they write in a topic, which is another conversation."""
SPEAKERS: Final = (*USERS, IN_TOPIC)
LOST: Final = "it took effect, but nobody hears of it"
IDLE_MINUTES: Final = 240
_PLANNED: Final = ("uvicorn", "telegram.ext.Updater", "sqlalchemy.pool")
"""The loggers that dislike what is planned: a stream that breaks, a Telegram that fails at the end, a killed bot."""

Row: TypeAlias = tuple[Any, ...]


@dataclass(slots=True)
class Text:
    """What a user wrote, and edited: each version begins with a unique word."""

    speaker: int
    message_id: int
    tags: list[str]

    @property
    def user_id(self) -> int:
        """Whose it is."""
        return user_of(self.speaker)


@dataclass(slots=True)
class Deeds:
    """What a user did that changes what is to be expected."""

    texts: list[Text] = field(default_factory=list)
    asked_to_forget: bool = False


class World:
    """All but the bot, and what people do in it.

    Of the bot it knows how often it began and how often it lost its database, and which messages it had sent without
    having noted so when it began: these it sends again.
    """

    def __init__(self, connection: psycopg.Connection) -> None:
        self.telegram = BotApi(TOKEN)
        self.telegram_url = ""
        self.model = PlannedModel()
        self.model_url = ""
        self.users = {speaker: Deeds() for speaker in SPEAKERS}
        self.topic = 0
        self.deleted_messages: set[int] = set()
        self.context_tokens = 32_000
        self.begun = 0
        self.drops = 0
        self.unnoted: set[int] = set()
        self.complaints: list[object] = []
        self._connection = connection
        self._numbers = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Serve Telegram and the model, around an empty database; hear what is logged as an error meanwhile."""
        self._connection.execute("TRUNCATE agent_conversations, agent_memories, telegram_updates CASCADE")
        loop = asyncio.get_running_loop()
        before = loop.get_exception_handler()
        loop.set_exception_handler(lambda _, trouble: self.complaints.append(trouble))
        with _errors(self.complaints):
            async with serve(self.telegram.app) as self.telegram_url, serve(self.model.server.app) as url:
                self.model_url = f"{url}/v1"
                yield
        loop.set_exception_handler(before)

    # The users

    def open_topic(self) -> None:
        """Turn threaded mode on, and let user 1 open a topic."""
        self.telegram.has_topics = True
        self.topic = self.telegram.open_topic("Beside", USERS[0])

    def say(self, speaker: int, *, long: bool = False) -> Text:
        """Let a user write something new, in a topic if that is where they speak."""
        tag = self._tag(speaker)
        body = f"{tag} " + ("x" * CUT_UNITS if long else "and so on " * self._wordiness)
        text = Text(speaker, self.telegram.send_text(body, user_of(speaker), topic=self._topic_of(speaker)), [tag])
        self.users[speaker].texts.append(text)
        return text

    def edit(self, speaker: int, back: int = 1) -> None:
        """Let a user edit the last text they wrote, or one so far back."""
        texts = self.users[speaker].texts
        if len(texts) >= back:
            text = texts[-back]
            text.tags.append(self._tag(speaker))
            self.telegram.edit_text(text.message_id, f"{text.tags[-1]} instead", text.user_id)

    def command(self, speaker: int, command: str) -> None:
        """Let a user send a command."""
        self.telegram.send_text(command, user_of(speaker), topic=self._topic_of(speaker))

    def forget(self, speaker: int, verb: str) -> None:
        """Let a user delete, or bring back, what was stored first."""
        user_id = user_of(speaker)
        rows = self.rows("SELECT id FROM agent_memories WHERE user_id = %s ORDER BY created_at LIMIT 1", user_id)
        if rows:
            for it in filter(lambda other: user_of(other) == user_id, SPEAKERS):
                self.users[it].asked_to_forget = True
            self.command(speaker, f"/memory {verb} {rows[0][0]}")

    def delete_newest(self, speaker: int) -> None:
        """Let a user delete the newest message that is the bot's, where they speak."""
        messages = [it for it in self.heard(user_of(speaker)) if it.topic == self._topic_of(speaker)]
        if messages:
            self.deleted_messages.add(messages[-1].message_id)
            self.telegram.delete_message(messages[-1].message_id)

    def leave_idle(self) -> None:
        """Let hours pass since everybody's last message."""
        self._connection.execute(
            "UPDATE agent_conversations SET last_message_at = last_message_at - make_interval(mins => %s)",
            [IDLE_MINUTES + 1],
        )

    def drop_connections(self) -> None:
        """Let the bot lose every connection to its database."""
        self.drops += 1
        self.end_connections()

    def end_connections(self) -> None:
        """Let the database end every connection of the bot, and what is done on it."""
        self.rows(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

    def begins(self) -> None:
        """Take down what the bot can't know when it begins; to be called just before."""
        self.begun += 1
        noted = {message_id for (message_id,) in self.rows("SELECT message_id FROM telegram_messages")}
        self.unnoted |= {message.message_id for user_id in USERS for message in self.heard(user_id)} - noted

    def limit(self, context_tokens: int) -> None:
        """Let prompts have another limit from the bot's next start on, and the model's server take no longer ones."""
        self.context_tokens = self.model.server.context_tokens = context_tokens

    # What can be seen

    @property
    def _wordiness(self) -> int:
        """How much is said in a message, so that a few of them fill a prompt."""
        return 1 + 200_000 // self.context_tokens

    def heal(self) -> None:
        """Let nothing fail or be held any more."""
        self.telegram.heal()
        self.model.keep_to_no_plan()

    @property
    def uninterrupted(self) -> bool:
        """Whether the bot never began anew and never lost its database."""
        return self.begun + self.drops == 1

    def rows(self, query: LiteralString, *parameters: object) -> list[Row]:
        """Ask the database."""
        return self._connection.execute(query, parameters).fetchall()

    def heard(self, user_id: int) -> list[Message]:
        """Return what the bot wrote to a user, in all topics."""
        return [message for message in self.telegram.messages(user_id) if message.from_bot]

    def _topic_of(self, speaker: int) -> int:
        return self.topic if speaker == IN_TOPIC else 0

    def _tag(self, speaker: int) -> str:
        self._numbers += 1
        return f"u{speaker}t{self._numbers:04}"


def user_of(speaker: int) -> int:
    """Return who speaks."""
    return USERS[0] if speaker == IN_TOPIC else speaker


class _Hearing(logging.Handler):
    """Collects what is logged as an error."""

    def __init__(self, heard: list[object]) -> None:
        super().__init__(logging.ERROR)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith(_PLANNED):
            self._heard.append(self.format(record))


@contextmanager
def _errors(heard: list[object]) -> Iterator[None]:
    """Collect what is logged as an error, by the bot or by a library."""

    def collect(_logger: object, _method: str, event: EventDict) -> EventDict:
        if event["level"] in {"error", "critical"}:
            heard.append({**event, "traceback": traceback.format_exc()})
        raise structlog.DropEvent

    handler = _Hearing(heard)
    before = structlog.get_config()["processors"]
    structlog.configure(processors=[structlog.processors.add_log_level, collect])
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        structlog.configure(processors=before)
