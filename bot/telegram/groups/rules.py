"""Who may do what in a group: everybody may talk to the bot, and the manager decides about the rest."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.chat.people import People
from bot.database import turns as stored_turns
from bot.database.asking import has_asked
from bot.database.engine import Database
from bot.language import mark, t
from bot.telegram.access import Sender
from bot.telegram.chats import Job, Work
from bot.telegram.groups.addressed import ASK
from bot.telegram.groups.membership import HELLO
from bot.telegram.outcomes import StopButton
from bot.telegram.routes import Route
from bot.telegram.texts import Text
from bot.values.incoming import UpdateKind

_EXPLAINED: Final = frozenset({"help", "start"})
"""Commands of everybody, which tell what the bot does in groups."""
_OF_WHO_ASKED: Final = frozenset({"stop", StopButton.NAME})
"""Commands and buttons of who asked, too."""
_NOT_HERE: Final = frozenset({"api", "invite", "people", "private"})
"""Commands whose answers are nobody else's business, or that mean nothing in a group."""
_LINK: Final = ("memory", "open")
"""The command for a link that logs its reader in."""
_ONLY_MANAGER: Final = mark("Only the person who added me to this group can do that.")
_IN_PRIVATE: Final = mark("Send me this command in our private chat, not in a group.")


class GroupRules:
    """Decides what a person may do in a group."""

    def __init__(self, people: People, database: Database, bot_name: Callable[[], str]) -> None:
        self._people = people
        self._database = database
        self._bot_name = bot_name

    def allowed(self, sender: Sender, route: Route) -> Route:
        """Return a route, or what is said instead to somebody who may not take it in a group."""
        group = self._people.groups.get(sender.chat_id)
        if group is None or route.kind in {UpdateKind.MESSAGE, UpdateKind.EDIT} or route.work is None:
            return route
        is_private = route.name in _NOT_HERE or (route.name, route.words.partition(" ")[0]) == _LINK
        if is_private and not group.is_alone:
            return self._says(route, _IN_PRIVATE)
        if route.name in _EXPLAINED and not group.is_alone:
            return self._says(route, HELLO)
        if sender.user_id == group.manager_id:
            return route
        if route.name in _OF_WHO_ASKED:
            return replace(route, work=self._if_asked(sender.user_id, route.work))
        return self._says(route, _ONLY_MANAGER)

    def only_reader(self, sender: Sender, route: Route) -> int | None:
        """Return who alone sees an answer: in a group, who manages it, unless the answer concerns the others, too."""
        group = self._people.groups.get(sender.chat_id)
        is_shown_to_all = route.kind is not UpdateKind.OTHER or route.name in _EXPLAINED
        if group is None or group.is_alone or is_shown_to_all or sender.user_id != group.manager_id:
            return None
        return sender.user_id

    def _says(self, route: Route, words: str) -> Route:
        """Return the route of an update to which only a marked sentence is said."""

        async def say(job: Job) -> str:
            return await self._say(job, words)

        return replace(route, kind=UpdateKind.OTHER, work=say)

    def _if_asked(self, user_id: int, work: Work) -> Work:
        """Return work that is done for a person who asked what is being answered."""

        async def do(job: Job) -> str:
            async with self._database.transaction() as tx:
                running = await stored_turns.running_in(tx, job.chat.owner, job.chat.channel.place)
                is_theirs = bool(running) and await has_asked(tx, running[0], user_id)
            return await (work(job) if is_theirs else self._say(job, _ONLY_MANAGER))

        return do

    async def _say(self, job: Job, words: str) -> str:
        """Acknowledge an update, and say a sentence: as a toast where a button was pressed."""
        said = t(words, ask=f"/{ASK}@{self._bot_name()}")
        async with self._database.transaction() as tx:
            await job.acknowledge(tx, [] if job.press_id else [Text(said, quoted_id=job.message_id)])
        return said if job.press_id else ""
