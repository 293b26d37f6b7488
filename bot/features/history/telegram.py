"""`/history` and `/search` show conversations; `/new`, `/private`, `/resume` and `/forget` change or erase them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from functools import partial
from typing import ClassVar, Final

from telegram.ext import ExtBot

from bot.feature import Search
from bot.features.history.store.passages import Passage
from bot.features.history.store.search import Wanted, exchanges, excluded, included
from bot.kit.language import date, date_time, mark, plural, sentences, space, t
from bot.kit.owner import Owner
from bot.kit.place import NAME_MAX
from bot.kit.text import first_words, folded, one_line
from bot.kit.vectors import Embedding
from bot.kit.zones import day_begins
from bot.memory.store import memories
from bot.store.engine import Transaction
from bot.store.search.excerpts import Excerpt
from bot.telegram.buttons import ButtonData, Press, Reaction, message
from bot.telegram.chats import Job, Work
from bot.telegram.formatting import RichText, bold, code, compose, filled
from bot.telegram.help import form
from bot.telegram.listing import PAGE, Entry, Listing, Page, PageNumber, nothing_found
from bot.telegram.texts import Text
from bot.telegram.topics import are_on, opening
from bot.telegram.turn_commands import TO_GO_AHEAD, Plan, carry_out
from bot.turns.private_chat import PRIVATE_OVER
from bot.turns.services import TurnServices
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import history, turns
from bot.turns.store import topics as stored_topics
from bot.turns.store.history import PastConversation
from bot.turns.values.conversations import ConversationMode
from bot.turns.values.turns import TurnState

_HISTORY_FORM: Final = mark("Send {command} for the newest conversations, or give a page:")
PASSAGES: Final = 5
_SEARCH_FORM: Final = mark("What should I look for? I search our conversations and your notes. For example:")
_SEARCH_EXAMPLES: Final = ("/search boat", '/search "blue boat" -sail', "/search after:2026-01-31 boat")
_CHARACTERS: Final = 400
"""Most characters shown of a message."""
_MOST_HITS: Final = 40
"""Most hits in bold per passage; a message of two passages may have 100 entities."""
_DATE: Final = re.compile(r"(?:^|(?<=\s))(after|before):(\S*)", re.IGNORECASE)
_QUOTES: Final = str.maketrans("“”„«»", '"""""')
"""Typographic quotation marks, which phones insert."""
_MOST_DIGITS: Final = 18
"""Most digits of a conversation's number that the database can store."""
_STILL_PRIVATE: Final = mark("🔒 This is already a private chat. /new ends it.")
_PRIVATE: Final = mark(
    "🔒 This is a private chat. I use no memories and store none. Everything said here is erased when you send /new, "
    "or {time} after your last message. Telegram keeps the messages until you delete them."
)
_PRIVATE_TOPIC: Final = mark(
    "🔒 This topic is private. I use no memories and store none. When you send /new here, or {time} after your last "
    "message, everything said here is erased and the topic is deleted."
)
_PRIVATE_NAME: Final = mark("Private chat")
_ASKS_TO_FORGET: Final = mark(
    "Erase this conversation and all of its messages for good? What I remember from it stays, and so do the messages "
    "in this Telegram chat."
)


@dataclass(frozen=True, slots=True)
class PageButton(ButtonData):
    """Opens a page."""

    NAME: ClassVar = "history"

    page: PageNumber


@dataclass(frozen=True, slots=True)
class ResumeButton(ButtonData):
    """Does the same as `/resume <number>`."""

    NAME: ClassVar = "resume"

    number: int


async def list_conversations(
    timezone: tzinfo | None, tx: Transaction, owner: Owner, words: str, *_: object
) -> Sequence[Text]:
    """List a page of conversations, newest first, in the caller's transaction."""
    pressed = PageButton.read(words or "1")
    return (
        [await page(timezone, tx, owner, pressed.page)]
        if pressed
        else form(t(_HISTORY_FORM, command="/history"), "/history 2")
    )


async def turn_page(timezone: tzinfo | None, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Open a button's page."""
    pressed = PageButton.parsed(press.data)
    return Reaction(shows=await page(timezone, tx, owner, pressed.page))


async def page(timezone: tzinfo | None, tx: Transaction, owner: Owner, number: int = 1) -> Text:
    """Return a page as a message, with a button for each ended conversation."""
    shown = await Page[PastConversation].load(
        number, lambda skip: history.newest(tx, owner, skip=skip, most=PAGE), PageButton
    )
    if not shown.items:
        return message(t("There are no conversations yet."))

    def entry(past: PastConversation) -> Entry:
        opens = ResumeButton(past.number) if past.ended_at else None
        return Entry(number=past.number, says=[facts(past, timezone)], opens=opens)

    return Listing(
        sign="🗂",
        heading=t("Our conversations:"),
        page=shown,
        entry=entry,
        tap=t("Tap a number to continue that conversation. /forget <number> erases one."),
    ).text


def title(past: PastConversation, timezone: tzinfo | None) -> str:
    """Render a conversation on one line: number, date, turns, and the user's first words."""
    return f"{past.number}, {facts(past, timezone)}"


def facts(past: PastConversation, timezone: tzinfo | None) -> str:
    """Render what is known of a conversation besides its number."""
    began = date(past.started_at.astimezone(timezone))
    turns = plural("{count} exchange", "{count} exchanges", past.turns)
    known = [began, turns, *([t("current")] if past.ended_at is None else [])]
    words = f": “{past.first_words}”" if past.first_words else ""
    return f"{', '.join(known)}{words}"


async def search(
    timezone: tzinfo | None,
    also: Sequence[Search],
    tx: Transaction,
    owner: Owner,
    words: str,
    embedding: Embedding | None = None,
) -> Sequence[Text]:
    """Return a message for each of the best passages, and what else is found, in the caller's transaction.

    Where days are wanted, only what was said is looked for.
    """
    try:
        wanted = parse(words, timezone)
    except ValueError as error:
        example = filled(t("Write it like this: {example}"), example=code("/search after:2026-01-31 boat"))
        return compose(t("I don't understand the date “{date}”.", date=error), space(), example)
    if not wanted.words:
        return form(t(_SEARCH_FORM), *_SEARCH_EXAMPLES)
    found = await exchanges(tx, owner, replace(wanted, embedding=embedding), limit=PASSAGES, most=_CHARACTERS)
    texts = [_passage(exchange, timezone) for exchange in found]
    for find in () if wanted.after or wanted.before else also:
        texts += await find(tx, owner, included(wanted.words), excluded(wanted.words))
    return texts or compose(nothing_found(words))


def searched_for(words: str) -> str:
    """Return the search words without the dates."""
    return one_line(_DATE.sub(" ", words)).translate(_QUOTES)


def parse(words: str, timezone: tzinfo | None) -> Wanted:
    """Parse the words after `/search`. Raises ValueError with an invalid date."""
    begins = dict[str, datetime]()
    for name, day in _DATE.findall(words):
        try:
            begins[name.casefold()] = day_begins(day, timezone)
        except ValueError:
            raise ValueError(day) from None
    return Wanted(words=searched_for(words), after=begins.get("after"), before=begins.get("before"))


def _with_hits(excerpt: Excerpt) -> list[str | RichText]:
    """Render an excerpt with its first hits in bold."""
    pieces: list[str | RichText] = []
    shown = 0
    for first, last in excerpt.hits[:_MOST_HITS]:
        pieces += [excerpt.text[shown:first], bold(excerpt.text[first:last])]
        shown = last
    return [*pieces, excerpt.text[shown:]]


def _passage(exchange: Sequence[Passage], timezone: tzinfo | None) -> Text:
    pieces: list[str | RichText] = []
    for passage in exchange:
        at, who = date_time(passage.said_at.astimezone(timezone)), t("me")
        if passage.by_user:
            who = t("forwarded or quoted by you") if passage.untrusted else t("you")
        pieces += [f"{at}, {who}:\n", *_with_hits(passage.excerpt), "\n\n"]
    number = exchange[0].conversation
    text = message(
        *pieces,
        t("Conversation {number}", number=number),
        buttons=[[ResumeButton(number).button(t("▶️ Continue it"))]],
    )
    return replace(text, quoted_id=exchange[0].message_id)


class ConversationCommands:
    """Handlers of the commands that change or erase conversations. They first stop the chat's running turn."""

    def __init__(
        self, services: TurnServices, bot: ExtBot[None], timezone: tzinfo | None, *, idle_limit: timedelta
    ) -> None:
        self._services = services
        self._bot = bot
        self._lifecycle = services.conversation_lifecycle
        self._timezone = timezone
        self._idle_limit = idle_limit

    @property
    def all(self) -> Mapping[str, Work]:
        """The commands by their names."""
        plans = {"resume": self._resume, "forget": self._forget}
        return {
            "new": self._new,
            "private": self._private,
            **{name: partial(carry_out, self._services, plan) for name, plan in plans.items()},
        }

    async def _new(self, job: Job) -> None:
        if await are_on(self._bot):
            async with self._services.database.transaction() as tx:
                if not await self._is_private(tx, job):
                    said = compose(sentences(*await self._greeting(tx, job.chat.owner)))
                    name = first_words(job.words, NAME_MAX)
                    await job.acknowledge(tx, opening(said, name, is_private=False))
                    return
        await carry_out(self._services, self._renew, job)

    async def _renew(self, _: Transaction, job: Job) -> Plan:
        async def renew(tx: Transaction) -> Sequence[str]:
            was_private = await self._lifecycle.renew(tx, job.chat.owner, job.chat.channel.place)
            return t(PRIVATE_OVER) if was_private else "", *await self._greeting(tx, job.chat.owner)

        return renew

    @staticmethod
    async def _is_private(tx: Transaction, job: Job) -> bool:
        """Tell whether a command comes from a private conversation, or a topic for one."""
        where = job.chat.owner, job.chat.channel.place
        return (await stored_topics.state(tx, *where)).is_private or await stored_conversations.is_private(tx, *where)

    @staticmethod
    async def _greeting(tx: Transaction, owner: Owner) -> Sequence[str]:
        """Return what is said at the beginning of a conversation."""
        count = await memories.count(tx, owner)
        kept = plural("I still remember {count} thing.", "I still remember {count} things.", count)
        return t("This is a new conversation."), kept if count else t("I remember nothing yet.")

    async def _private(self, job: Job) -> None:
        wanted = folded(job.words)
        if wanted == "off":
            await carry_out(self._services, self._end_private, job)
            return
        if wanted not in {"", "on"}:
            await carry_out(self._services, self._explain_private, job)
            return
        if await are_on(self._bot):
            async with self._services.database.transaction() as tx:
                if not await self._is_private(tx, job):
                    said = compose(t(_PRIVATE_TOPIC, time=_span(self._idle_limit)))
                    await job.acknowledge(tx, opening(said, f"🔒 {t(_PRIVATE_NAME)}", is_private=True))
                    return
        await carry_out(self._services, self._open_private, job)
        job.chat.worker.watch_private()

    async def _end_private(self, tx: Transaction, job: Job) -> Plan:
        if not await self._is_private(tx, job):
            return compose(t("This is not a private chat. /private starts one."))
        return await self._renew(tx, job)

    @staticmethod
    async def _explain_private(_: Transaction, __: Job) -> Plan:
        return compose(t("Send /private to start a private chat, and /private off to end it."))

    async def _open_private(self, tx: Transaction, job: Job) -> Plan:
        current = await self._lifecycle.going_on(tx, job.chat.owner, job.chat.channel.place, job.at)
        if current and current.mode is ConversationMode.PRIVATE:
            return compose(t(_STILL_PRIVATE))

        async def open_private(tx: Transaction) -> Sequence[str]:
            started_at = await self._services.updates.received_at(tx, job.update_id)
            await self._lifecycle.open_private(
                tx, job.chat.owner, job.chat.channel.place, job.at, started_at=started_at
            )
            return (t(_PRIVATE, time=_span(self._idle_limit)),)

        return open_private

    async def _resume(self, tx: Transaction, job: Job) -> Plan:
        if not job.words:
            return [await page(self._timezone, tx, job.chat.owner)]
        past = await _past(tx, job.chat.owner, "resume", job.words)
        if isinstance(past, str):
            return compose(past)
        current = await self._lifecycle.going_on(tx, job.chat.owner, job.chat.channel.place, job.at)
        if current and current.id == past.id:
            return compose(t("We are already in conversation {number}.", number=past.number))
        if (await stored_topics.state(tx, job.chat.owner, job.chat.channel.place)).is_private:
            return compose(t("This topic is private. Send {command} in another one.", command=f"/resume {past.number}"))
        last = await turns.last_in(tx, past.id)
        if last and last.state is TurnState.RUNNING and past.ended_at is None:
            return compose(t("I'm still answering in conversation {number}.", number=past.number))

        async def resume(tx: Transaction) -> Sequence[str]:
            was_private = await self._lifecycle.resume(tx, job.chat.owner, job.chat.channel.place, past, job.at)
            back = t("Back in conversation {title}", title=title(past, self._timezone))
            return t(PRIVATE_OVER) if was_private else "", back

        return resume

    async def _forget(self, tx: Transaction, job: Job) -> Plan:
        number, _, rest = job.words.partition(" ")
        past = await _past(tx, job.chat.owner, "forget", number)
        if isinstance(past, str):
            return compose(past)
        if rest.casefold() != "yes":
            which = t("Conversation {title}", title=title(past, self._timezone))
            go_ahead = filled(t(TO_GO_AHEAD), command=code(f"/forget {past.number} yes"))
            return compose(which, "\n\n", t(_ASKS_TO_FORGET), "\n\n", go_ahead)
        erased = t("Conversation {number} is erased. What I remember from it stays.", number=past.number)
        if past.ended_at is not None:
            await self._lifecycle.forget(tx, past)
            return compose(erased)

        async def forget(tx: Transaction) -> Sequence[str]:
            await self._lifecycle.forget(tx, past)
            return erased, t("Your next message starts a new one.")

        return forget


async def _past(tx: Transaction, owner: Owner, command: str, number: str) -> PastConversation | str:
    """Return the conversation named by a command, or the answer if there is none."""
    if not number.isdecimal():
        return t("Give the number of a conversation, such as {example}. /history shows them.", example=f"/{command} 3")
    past = await history.one(tx, owner, int(number)) if len(number) <= _MOST_DIGITS else None
    return past or t("There is no conversation {number}. /history lists them.", number=number)


def _span(time: timedelta) -> str:
    """Render a duration in whole hours, or in minutes."""
    minutes = time / timedelta(minutes=1)
    if minutes >= 60 and minutes % 60 == 0:  # noqa: PLR2004 - an hour
        return plural("{count} hour", "{count} hours", round(minutes / 60))
    if minutes == round(minutes):
        return plural("{count} minute", "{count} minutes", round(minutes))
    return plural("{count} second", "{count} seconds", round(time.total_seconds()))
