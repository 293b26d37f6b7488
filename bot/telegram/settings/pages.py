"""The pages of /settings that choose a language and a time zone."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, ClassVar, Final
from zoneinfo import ZoneInfo, available_timezones

from pydantic import Field

from bot.kit.language import LANGUAGES, hours, mark, speak, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.kit.vectors import Embedding
from bot.kit.zones import OwnersZone, zones_named
from bot.store.engine import Transaction
from bot.telegram.buttons import ButtonData, NoSuchButton, Press, Reaction, and_more, message, rows_of, ticked
from bot.telegram.formatting import bold, code, filled
from bot.telegram.settings.command import Page
from bot.telegram.texts import Text
from bot.turns.preferences import Languages, Preferences

AS_IN_TELEGRAM: Final = "auto"
_LANGUAGE: Final = mark("My own messages are in this language. My answers are in the language you write in.")
AS_THE_HOST: Final = "host"
_OFFERED: Final = (
    *("America/Los_Angeles", "America/New_York", "America/Sao_Paulo", "Europe/London", "Europe/Berlin"),
    *("Europe/Istanbul", "Europe/Moscow", "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo"),
    "Australia/Sydney",
)
"""Zones with a button, from west to east."""
_ROW: Final = 3
_MOST_FOUND: Final = 12
_ZONE: Final = mark(
    "Your reminders ring by this clock, and the times I show are in it. When you change it, reminders keep their time "
    "of day."
)
_ZONE_USAGE: Final = mark("To choose another city: {example}")
_UNKNOWN_ZONE: Final = mark("I don't know the time zone “{name}”. Give a large city in it, for example:")
_SEVERAL_ZONES: Final = mark("Several zones match “{name}”. Tap one:")
_ZONE_EXAMPLE: Final = "/timezone Lisbon"


@dataclass(frozen=True, slots=True)
class LanguageButton(ButtonData):
    """Chooses a language by its code; `auto` is that of the user's Telegram app."""

    NAME: ClassVar = "language"

    code: Annotated[str, Field(pattern="^[a-z]{2,4}$")]


class LanguagePage:
    """The language in which Keepsake speaks to a user, in the caller's transaction."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    @property
    def page(self) -> Page:
        """The page in /settings."""
        return Page(
            sign="🌐",
            label=mark("Language"),
            does=mark("The language of my own messages."),
            present=self.present,
            shown=self.shown,
            actions={LanguageButton.NAME: self.press},
        )

    async def present(self, _: Transaction, owner: Owner) -> str:
        """Return the language's own name."""
        named = LANGUAGES[self._languages.of(owner)]
        return named if self._languages.chosen_by(owner) else t("{language}, as in Telegram", language=named)

    async def shown(self, tx: Transaction, owner: Owner) -> Text:
        """Return the page."""
        chosen = self._languages.chosen_by(owner)
        buttons = [LanguageButton(code).button(ticked(it, is_set=code == chosen)) for code, it in LANGUAGES.items()]
        auto = LanguageButton(AS_IN_TELEGRAM).button(ticked(t("As in Telegram"), is_set=chosen is None))
        title = filled(t("Language: {language}"), language=bold(await self.present(tx, owner)))
        return message("🌐 ", title, f"\n\n{t(_LANGUAGE)}", buttons=[[auto], *rows_of(buttons, _ROW)])

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Choose a button's language, and speak it from now on."""
        pressed = LanguageButton.parsed(press.data)
        if pressed.code not in {AS_IN_TELEGRAM, *LANGUAGES}:
            raise NoSuchButton
        await self._languages.choose(tx, owner, None if pressed.code == AS_IN_TELEGRAM else pressed.code)
        speak(self._languages.of(owner))  # also around the page: its button back
        return Reaction(shows=await self.shown(tx, owner))


@dataclass(frozen=True, slots=True)
class ZoneButton(ButtonData):
    """Sets a zone by its name; `host` is that of whoever hosts the bot."""

    NAME: ClassVar = "zone"

    zone: Annotated[str, Field(pattern=r"^[A-Za-z0-9_+/\-]{1,40}$")]


class ZonePage:
    """A user's time zone: the page and the command, in the caller's transaction. `moved` is told of another one."""

    def __init__(
        self,
        preferences: Preferences,
        zone: OwnersZone,
        moved: Callable[[Transaction, Owner, str | None], Awaitable[None]],
    ) -> None:
        self._preferences = preferences
        self._zone = zone
        self._moved = moved

    @property
    def page(self) -> Page:
        """The page in /settings."""
        return Page(
            sign="🕓",
            label=mark("Time zone"),
            does=mark("The clock of your reminders and of the times I show."),
            present=self.present,
            shown=self.shown,
            actions={ZoneButton.NAME: self.press},
        )

    async def present(self, _: Transaction, owner: Owner) -> str:
        """Return the zone's name, and its time now."""
        zone = self._name(owner)
        return t("{zone}, {time} now", zone=zone, time=hours(datetime.now(UTC).astimezone(ZoneInfo(zone))))

    async def answer(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """Show the page, or set a zone by its name or a city's."""
        name = one_line(words)
        if not name:
            return [await self.shown(tx, owner)]
        found = zones_named(name)
        if not found:
            return [message(t(_UNKNOWN_ZONE, name=name), "\n", code(_ZONE_EXAMPLE))]
        if len(found) > 1:
            buttons = [ZoneButton(it).button(it) for it in found[:_MOST_FOUND]]
            more = and_more(len(found) - _MOST_FOUND)
            return [message(t(_SEVERAL_ZONES, name=name), more, buttons=[[it] for it in buttons])]
        await self._set(tx, owner, found[0])
        return [await self.shown(tx, owner)]

    async def shown(self, tx: Transaction, owner: Owner) -> Text:
        """Return the page."""
        title = filled(t("Time zone: {zone}"), zone=bold(await self.present(tx, owner)))
        now, has_own = self._name(owner), self._preferences.of(owner).timezone is not None
        cities = {it: it.rpartition("/")[2].replace("_", " ") for it in _OFFERED}
        buttons = [ZoneButton(it).button(ticked(city, is_set=has_own and it == now)) for it, city in cities.items()]
        as_the_host = t("Default: {zone}", zone=self._zone.hosts_name)
        hosts = ZoneButton(AS_THE_HOST).button(ticked(as_the_host, is_set=not has_own))
        return message(
            "🕓 ",
            title,
            f"\n\n{t(_ZONE)}\n",
            filled(t(_ZONE_USAGE), example=code(_ZONE_EXAMPLE)),
            buttons=[[hosts], *rows_of(buttons, _ROW)],
        )

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Set a button's zone."""
        pressed = ZoneButton.parsed(press.data)
        if pressed.zone not in {AS_THE_HOST, *available_timezones()}:
            raise NoSuchButton
        await self._set(tx, owner, None if pressed.zone == AS_THE_HOST else pressed.zone)
        return Reaction(shows=await self.shown(tx, owner))

    async def _set(self, tx: Transaction, owner: Owner, zone: str | None) -> None:
        """Set a zone, into which what belongs to the owner follows."""
        await self._moved(tx, owner, zone)
        await self._preferences.change(tx, owner, timezone=zone)

    def _name(self, owner: Owner) -> str:
        return self._preferences.of(owner).timezone or self._zone.hosts_name
