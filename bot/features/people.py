"""`/invite` and `/people`: the owner lets other people in, lists and removes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Annotated, ClassVar, Final, Literal
from urllib.parse import urlencode

from pydantic import Field
from telegram import Bot

from bot.doors.store import access_tokens
from bot.feature import Feature, InChat, Parts
from bot.kit.language import date, date_time, mark, t
from bot.kit.owner import Owner
from bot.kit.program import command
from bot.store.engine import Database, Transaction
from bot.telegram.buttons import NOTHING_TO_PRESS, ButtonData, NoSuchButton, Press, Reaction, message
from bot.telegram.chats import Chats, Job
from bot.telegram.formatting import code, compose, filled
from bot.telegram.help import Use
from bot.telegram.listing import Entry, Listing, Page, PageNumber
from bot.telegram.pairing import pairing_link
from bot.telegram.texts import Button, Edit, Text
from bot.turns.people import People
from bot.turns.store import people as stored
from bot.turns.store.updates import AlreadyAcknowledged
from bot.turns.values.people import Person

_SHARE: Final = "https://t.me/share/url"
"""Where Telegram asks to whom a link is to be sent (https://core.telegram.org/widgets/share)."""
_NOT_OWNER: Final = mark("Only the owner of this assistant can do that.")


@dataclass(frozen=True, slots=True)
class PersonButton(ButtonData):
    """Asks whether to remove a person, removes or keeps them."""

    NAME: ClassVar = "person"

    act: Literal["ask", "remove", "keep"]
    user_id: Annotated[int, Field(ge=1, lt=2**52)]


@dataclass(frozen=True, slots=True)
class PeoplePage(ButtonData):
    """Opens a page."""

    NAME: ClassVar = "people"

    page: PageNumber


class PeopleCommand:
    """Answers the owner's commands about people, and the presses of their buttons."""

    def __init__(self, people: People, database: Database, chats: Chats, bot: Bot, timezone: tzinfo | None) -> None:
        self._people = people
        self._database = database
        self._chats = chats
        self._bot = bot
        self._timezone = timezone

    async def invite(self, tx: Transaction, owner: Owner, *_: object) -> Sequence[Text]:
        """Make a link that lets another person in, in the caller's transaction."""
        if not self._people.is_owner(owner.user_id):
            return compose(t(_NOT_OWNER))
        link = pairing_link(self._bot.username, await stored.invite(tx, owner))
        until = date_time((datetime.now(UTC) + stored.VALID).astimezone(self._timezone))
        told = t("This link lets one person use this assistant. It works once, until {time}.", time=until)
        own = t("Everyone has their own memories and conversations.")
        words = {"url": link, "text": t("Open this link to use my assistant.")}
        share = Button(t("Share the link"), url=f"{_SHARE}?{urlencode(words)}")
        return [message("🔗 ", told, "\n", link, "\n\n", own, buttons=[[share]])]

    async def turn_page(self, _tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Open a button's page."""
        if not self._people.is_owner(owner.user_id):
            raise NoSuchButton
        return Reaction(shows=self._listed(owner, PeoplePage.parsed(press.data).page))

    async def list_people(self, _tx: Transaction, owner: Owner, *_: object) -> Sequence[Text]:
        """List who may use the bot."""
        return [self._listed(owner)] if self._people.is_owner(owner.user_id) else compose(t(_NOT_OWNER))

    async def press(self, job: Job) -> str:
        """Remove a person once that is confirmed. Their access ends at once; what belongs to them stays."""
        pressed, owner = PersonButton.parsed(job.words), job.chat.owner
        if not self._people.is_owner(owner.user_id):
            raise NoSuchButton
        if pressed.act == "remove":
            return await self._remove(job, Owner(owner.bot_id, pressed.user_id))
        others = {it.user_id: it for it in self._people.admitted if not it.is_owner}
        asked = others.get(pressed.user_id) if pressed.act == "ask" else None
        shows = _question(asked) if asked else self._listed(owner)
        async with self._database.transaction() as tx:
            await job.acknowledge(tx, [Edit(job.message_id, shows)])
        return ""

    async def _remove(self, job: Job, person: Owner) -> str:
        try:
            async with self._database.transaction() as tx:
                if (name := await stored.remove(tx, person)) is not None:
                    await access_tokens.revoke_all(tx, person)
                shown = self._listed(job.chat.owner) if name is None else _removed(name, person.user_id)
                await job.acknowledge(tx, [Edit(job.message_id, shown)])
        except AlreadyAcknowledged:  # it was committed although the connection broke
            await self._end_access(person)
            raise
        await self._end_access(person)
        return t("Removed.") if name is not None else NOTHING_TO_PRESS

    async def _end_access(self, person: Owner) -> None:
        await self._people.load()
        if person.user_id not in self._people:
            await self._chats.close(person.user_id)

    def _listed(self, owner: Owner, page: int = 1) -> Text:
        everyone: list[Person | int] = [*sorted(self._people.listed), *self._people.admitted]
        shown = Page.cut(everyone, page, PeoplePage)
        return Listing(
            sign="👥",
            heading=t("People who can use this assistant"),
            page=shown,
            entry=lambda it: Entry(says=[self._line(owner, it)]),
            hints=[t("To let someone in, send {command}.", command="/invite")],
            buttons=[
                [PersonButton("ask", it.user_id).button(t("Remove {name}", name=_name(it)))]
                for it in shown.items
                if isinstance(it, Person) and not it.is_owner
            ],
        ).text

    def _line(self, owner: Owner, person: Person | int) -> str:
        """Render a person, or the id of one whom the settings list."""
        if owner.user_id == (person.user_id if isinstance(person, Person) else person):
            return t("You (owner)")
        if not isinstance(person, Person):
            return t("User {id}, set in {setting}", id=person, setting="TELEGRAM_ALLOWED_USER_IDS")
        if person.is_owner:
            return t("{name} (owner)", name=_name(person))
        return t("{name}, since {date}", name=_name(person), date=date(person.since.astimezone(self._timezone)))


def _question(person: Person) -> Text:
    told = t(
        "Remove {name}? Their access ends at once, including programs and open pages. Their data stays until you "
        "erase it.",
        name=_name(person),
    )
    remove = PersonButton("remove", person.user_id).button(t("Remove"))
    keep = PersonButton("keep", person.user_id).button(t("Cancel"))
    return message(told, buttons=[[remove, keep]])


def _removed(name: str, user_id: int) -> Text:
    gone = t("{name} can no longer use this assistant.", name=name or user_id)
    erase = filled(
        t("Their data is still stored. To erase it, stop the bot and run {command}."),
        command=code(command(f"erase --user {user_id}")),
    )
    return message(gone, "\n", erase)


def _name(person: Person) -> str:
    return person.name or str(person.user_id)


def _in_chat(parts: Parts) -> InChat:
    services = parts.services
    command = PeopleCommand(services.people, services.database, parts.chats, parts.bot, parts.timezone)
    return InChat(
        lookups={"invite": command.invite, "people": command.list_people},
        actions={PeoplePage.NAME: command.turn_page},
        turn_buttons={PersonButton.NAME: command.press},
    )


PEOPLE = Feature(
    name="people",
    uses=[Use("invite", mark("Let another person use me")), Use("people", mark("See who can use me"))],
    in_chat=_in_chat,
)
