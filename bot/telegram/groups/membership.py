"""Who is in the groups: the bot comes and goes, and a group's own memory is used unless its manager is alone."""

import asyncio
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

import structlog
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chat.services import TurnServices
from bot.database import groups as stored
from bot.database import turns as stored_turns
from bot.database.engine import Transaction
from bot.database.outbox import Outbox
from bot.language import DEFAULT, known, mark, speaking_to, t
from bot.telegram.access import Sender, known_id, language_code
from bot.telegram.chats import Chats
from bot.telegram.formatting import compose
from bot.telegram.groups.addressed import ASK
from bot.telegram.groups.senders import group_id
from bot.telegram.groups.upgrades import Raw, moved, upgrade_of
from bot.values.groups import Group
from bot.values.owner import Owner
from bot.values.place import Place, private_chat
from bot.values.text import clean, one_line
from bot.values.turns import TurnState

_ASK_SECONDS: Final[dict[str, Any]] = dict.fromkeys(
    ("read_timeout", "write_timeout", "connect_timeout", "pool_timeout"), 4.0
)
"""Timeouts of a question to Telegram, for which updates wait."""
_TWO: Final = 2
"""Members of a group in which a person is alone with the bot."""
HELLO: Final = mark(
    "Hello! Reply to me, mention me, or send {ask} with your question. I don't read anything else here. What I "
    "remember belongs to this group, and the person who added me manages it."
)
_OFF: Final = mark("I don't answer in groups. Whoever hosts me can turn that on with {setting}.")
_REMOVED: Final = mark(
    "I am no longer in the group “{title}”. What I remember of it is kept. To see or erase it, add me again and send "
    "/memory or /erase there."
)
_OTHERS_CAME: Final = mark(
    "Others are here now, so our conversation ended. From now on I only use what belongs to this group, and nothing "
    "about you."
)

_ALONE: Final = mark(
    "Only you are here with me, so I use what I remember about you. That ends as soon as somebody else joins."
)

log = structlog.get_logger()


class Membership:
    """Takes what updates say about groups, before they are stored.

    What is used in a group is its own until Telegram says that its manager is alone with the bot.
    """

    def __init__(self, bot: ExtBot[None], services: TurnServices, outbox: Outbox, chats: Chats) -> None:
        self._bot = bot
        self._services = services
        self._people = services.people
        self._outbox = outbox
        self._chats = chats
        self._with_others: set[int] = set()  # groups of which that is known, until somebody leaves
        self._changing = asyncio.Lock()  # a webhook hands over several updates at once
        self._tasks: set[asyncio.Task[None]] = set()

    async def receive(self, raw: Raw) -> list[Raw]:
        """Take what an update says about who is in a group, or what became of it; others are ignored.

        Returns the updates that wait in a supergroup now, and are to be handled there.
        """
        try:
            async with self._changing:
                if ids := upgrade_of(raw):
                    return await self._upgraded(*ids)
                await self._receive(raw)
        except Exception:  # a bug must not end the polling
            log.exception("what an update says about a group can't be taken")
        return []

    async def _receive(self, raw: Raw) -> None:
        changed, message = raw.get("my_chat_member"), raw.get("message")
        if isinstance(changed, dict) and (chat_id := group_id(changed)) is not None:
            await self._bot_changed(changed, Owner(self._bot.id, chat_id))
        elif isinstance(message, dict) and (chat_id := group_id(message)) is not None:
            await self._served(message, chat_id)

    async def settle(self, sender: Sender) -> None:
        """Find out whose memory is used in a group, before somebody's words are."""
        async with self._changing:
            group = self._people.groups.get(sender.chat_id)
            if group is None or group.chat_id in self._with_others:
                return
            is_alone = sender.user_id == group.manager_id and await self._is_alone(group)
            if sender.user_id != group.manager_id:
                self._with_others.add(group.chat_id)
            await self._hand_over(group, is_alone=is_alone)

    async def settle_all(self) -> None:
        """Find out, after a start, where a group's manager is alone no more."""
        for group in list(self._people.groups.values()):
            if group.is_alone:
                await self._hand_over(group, is_alone=await self._is_alone(group))

    async def close(self) -> None:
        """Stop what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _bot_changed(self, changed: Mapping[str, Any], itself: Owner) -> None:
        """Take that the bot was added, promoted or removed (Bot API, ChatMemberUpdated)."""
        was_in, is_in = _is_in(changed.get("old_chat_member")), _is_in(changed.get("new_chat_member"))
        user = changed.get("from")
        user_id = known_id(user.get("id")) if isinstance(user, dict) else None
        if not is_in:
            await self._gone(itself)
        elif was_in:
            reads_all = _reads_all(changed)
            await self._services.database.retry(lambda tx: stored.note(tx, itself, reads_all=reads_all))
            await self._people.load()
        elif user_id is not None and self._people.may_add(user_id):
            await self._join(changed, itself, user_id)
        else:
            words = ""
            if user_id is not None and user_id in self._people:
                with speaking_to(known(language_code(user)) or DEFAULT):
                    words = t(_OFF, setting="ALLOW_GROUPS")
            self._spawn(self._leave(itself.user_id, words))

    async def _join(self, changed: Mapping[str, Any], itself: Owner, user_id: int) -> None:
        user, title = changed["from"], changed["chat"].get("title")
        self._services.languages.hear(itself, language_code(user))

        async def join(tx: Transaction) -> None:
            name = clean(title) if isinstance(title, str) else ""
            if await stored.join(tx, itself, user_id, name, reads_all=_reads_all(changed)):
                with self._services.languages.spoken(itself):
                    hello = t(HELLO, ask=f"/{ASK}@{self._bot.username}")
                await self._outbox.add(tx, private_chat(itself), [it.columns for it in compose(hello)])

        await self._services.database.retry(join, single=False)
        await self._services.languages.note(itself)
        await self._people.load()
        log.info("added to a group")
        self._chats.get(itself.user_id, private_chat(itself)).channel.wake()

    async def _gone(self, itself: Owner) -> None:
        """Take that the bot is in a group no more, and tell its manager what became of its data."""

        async def leave(tx: Transaction) -> Group | None:
            group = await stored.leave(tx, itself)
            if group and group.manager_id in self._people:
                with self._services.languages.spoken(group.manager):
                    told = compose(t(_REMOVED, title=one_line(group.title)))
                await self._outbox.add(tx, private_chat(group.manager), [it.columns for it in told])
            return group

        self._with_others.discard(itself.user_id)
        await self._chats.close(itself.user_id)
        group = await self._services.database.retry(leave, single=False)
        await self._people.load()
        if group and group.manager_id in self._people:
            self._chats.get(group.manager_id, private_chat(group.manager)).channel.wake()

    async def _served(self, message: Mapping[str, Any], chat_id: int) -> None:
        """Take a service message of a group (Bot API, Message)."""
        group, itself = self._people.groups.get(chat_id), Owner(self._bot.id, chat_id)
        if group and isinstance(came := message.get("new_chat_members"), list):
            if any(isinstance(it, dict) and it.get("id") != self._bot.id for it in came):
                self._with_others.add(chat_id)
                await self._hand_over(group, is_alone=False)
        elif group and "left_chat_member" in message:
            self._with_others.discard(chat_id)
        elif group and isinstance(title := message.get("new_chat_title"), str):
            await self._services.database.retry(lambda tx: stored.note(tx, itself, title=clean(title)))
            await self._people.load()

    async def _upgraded(self, former_id: int, chat_id: int) -> list[Raw]:
        """Move a group's data to its id as a supergroup, and what is under way there; return what waits to be handled.

        The update that says so comes twice, of which the second changes nothing.
        """
        if former_id not in self._people.groups:
            return []
        former = Owner(self._bot.id, former_id)
        as_new = partial(moved, former_id=former_id, chat_id=chat_id)
        async with self._chats.held(former_id):
            waiting = await self._services.database.retry(
                lambda tx: stored.upgrade(tx, former, chat_id, as_new), single=False
            )
            await self._services.languages.load(self._bot.id)
            await self._services.preferences.load(self._bot.id)
            await self._people.load()
        if group := self._people.groups.get(chat_id):
            await self._go_on(group)
        return waiting

    async def _go_on(self, group: Group) -> None:
        """Go on with what is under way in a group, wherever in it."""
        places = await self._services.database.retry(lambda tx: stored.places(tx, group.owner, group.chat_id))
        for place in {Place(group.chat_id), *places}:
            chat = self._chats.get(group.chat_id, place)
            chat.channel.wake()
            chat.worker.look()

    async def _hand_over(self, group: Group, *, is_alone: bool) -> None:
        """Let a group's manager, or the group itself, be whose memory is used there; what is under way ends."""
        if is_alone == group.is_alone:
            return
        lifecycle = self._services.conversation_lifecycle

        async def hand_over(tx: Transaction) -> None:
            for place in await stored.places(tx, group.owner, group.chat_id):
                for turn_id in await stored_turns.running_in(tx, group.owner, place):
                    await stored_turns.end(tx, turn_id, TurnState.STOPPED)
                await lifecycle.renew(tx, group.owner, place)
            await stored.hand_over(tx, group, is_alone=is_alone)
            with self._services.languages.spoken(group.manager):
                told = compose(t(_ALONE if is_alone else _OTHERS_CAME))
            await self._outbox.add(tx, Place(group.chat_id), [it.columns for it in told])

        async with self._chats.held(group.chat_id):
            await self._services.database.retry(hand_over, single=False)
            await self._people.load()
        log.info("a group's people changed", is_alone=is_alone)
        chat = self._chats.get(group.chat_id, Place(group.chat_id))
        chat.channel.wake()
        chat.worker.look()

    async def _is_alone(self, group: Group) -> bool:
        """Ask Telegram whether only one person is in a group; False if it doesn't say."""
        try:
            members = await self._bot.get_chat_member_count(group.chat_id, **_ASK_SECONDS)
        except TelegramError as error:
            log.warning("a group's members can't be counted", error=type(error).__name__)
            return False
        if members > _TWO:
            self._with_others.add(group.chat_id)
        return members == _TWO

    async def _leave(self, chat_id: int, words: str) -> None:
        """Leave a group that isn't served, perhaps with a sentence."""
        with suppress(TelegramError):
            if words:
                await self._bot.send_message(chat_id, words, **_ASK_SECONDS)
        with suppress(TelegramError):
            await self._bot.leave_chat(chat_id, **_ASK_SECONDS)
            log.info("left a group")

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _is_in(member: object) -> bool:
    """Tell whether a ChatMember is in its chat (Bot API)."""
    if not isinstance(member, dict):
        return False
    return member.get("status") in {"creator", "administrator", "member"} or member.get("is_member") is True


def _reads_all(changed: Mapping[str, Any]) -> bool:
    return bool(changed["new_chat_member"].get("status") == "administrator")
