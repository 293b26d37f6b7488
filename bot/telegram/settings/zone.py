"""The time zone of a user: for their reminders, and for the times that they see."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, ClassVar, Final
from zoneinfo import ZoneInfo, available_timezones

from pydantic import Field

from bot.chat.preferences import Preferences
from bot.database.engine import Transaction
from bot.language import hours, mark, t
from bot.reminders.operations import Reminders
from bot.telegram.buttons import ButtonData, Press, Reaction, and_more, message, rows_of, ticked
from bot.telegram.formatting import bold, code, filled
from bot.telegram.settings.command import Page
from bot.telegram.texts import Button, Text
from bot.values.memories import Embedding
from bot.values.owner import Owner
from bot.values.text import one_line
from bot.zones import in_zone, zones_named

AS_THE_HOST: Final = "host"
_OFFERED: Final = (
    *("America/Los_Angeles", "America/New_York", "America/Sao_Paulo", "Europe/London", "Europe/Berlin"),
    *("Europe/Istanbul", "Europe/Moscow", "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo"),
    "Australia/Sydney",
)
"""Zones with a button, from west to east."""
_A_ROW: Final = 3
_MOST_FOUND: Final = 12
_SIGN: Final = "🕓"
_WHAT: Final = mark(
    "Your reminders ring by this clock, and the times I show are in it. When you change it, reminders keep their time "
    "of day."
)
_USAGE: Final = mark("To choose another city: {example}")
_UNKNOWN: Final = mark("I don't know the time zone “{name}”. Give a large city in it, for example:")
_SEVERAL: Final = mark("Several zones match “{name}”. Tap one:")
_EXAMPLE: Final = "/timezone Lisbon"


@dataclass(frozen=True, slots=True)
class ZoneButton(ButtonData):
    """Sets a zone by its name; `host` is that of whoever hosts the bot."""

    NAME: ClassVar = "zone"

    zone: Annotated[str, Field(pattern=r"^[A-Za-z0-9_+/\-]{1,40}$")]


class ZonePage:
    """The page and the command, in the caller's transaction."""

    def __init__(self, preferences: Preferences, reminders: Reminders) -> None:
        self._preferences = preferences
        self._reminders = reminders

    @property
    def page(self) -> Page:
        """The page in /settings."""
        return Page(
            sign=_SIGN,
            label=mark("Time zone"),
            does=mark("The clock of your reminders and of the times I show."),
            present=self.present,
            shown=self.shown,
            actions={ZoneButton.NAME: self.press},
        )

    async def present(self, _: Transaction, owner: Owner) -> str:
        """Return the zone's name, and its time now."""
        zone = self._zone(owner)
        return t("{zone}, {time} now", zone=zone, time=hours(datetime.now(UTC).astimezone(ZoneInfo(zone))))

    async def answer(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """Show the page, or set a zone by its name or a city's."""
        name = one_line(words)
        if not name:
            return [await self.shown(tx, owner)]
        found = zones_named(name)
        if not found:
            return [message(t(_UNKNOWN, name=name), "\n", code(_EXAMPLE))]
        if len(found) > 1:
            buttons = [ZoneButton(it).button(it) for it in found[:_MOST_FOUND]]
            more = and_more(len(found) - _MOST_FOUND)
            return [message(t(_SEVERAL, name=name), more, buttons=[[it] for it in buttons])]
        await self._set(tx, owner, found[0])
        return [await self.shown(tx, owner)]

    async def shown(self, tx: Transaction, owner: Owner) -> Text:
        """Return the page."""
        title = filled(t("Time zone: {zone}"), zone=bold(await self.present(tx, owner)))
        now, has_own = self._zone(owner), self._preferences.of(owner).timezone is not None
        buttons = [_button(it, is_set=has_own and it == now) for it in _OFFERED]
        as_the_host = t("Default: {zone}", zone=self._reminders.hosts_zone)
        hosts = ZoneButton(AS_THE_HOST).button(ticked(as_the_host, is_set=not has_own))
        return message(
            f"{_SIGN} ",
            title,
            f"\n\n{t(_WHAT)}\n",
            filled(t(_USAGE), example=code(_EXAMPLE)),
            buttons=[[hosts], *rows_of(buttons, _A_ROW)],
        )

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Set a button's zone."""
        pressed = ZoneButton.read(press.data)
        if pressed is None or pressed.zone not in {AS_THE_HOST, *available_timezones()}:
            return None
        await self._set(tx, owner, None if pressed.zone == AS_THE_HOST else pressed.zone)
        return Reaction(shows=await self.shown(tx, owner))

    async def _set(self, tx: Transaction, owner: Owner, zone: str | None) -> None:
        """Set a zone, into which the owner's reminders follow."""
        await self._reminders.move(tx, owner, zone)
        await self._preferences.change(tx, owner, timezone=zone)

    def _zone(self, owner: Owner) -> str:
        with in_zone(self._preferences.of(owner).timezone):
            return self._reminders.zone


def _button(zone: str, *, is_set: bool) -> Button:
    city = zone.rpartition("/")[2].replace("_", " ")
    return ZoneButton(zone).button(ticked(city, is_set=is_set))
