"""`/settings`: an overview with a button for each page, and pages, whose buttons do what the commands do.

Here are those on the language, the time zone, and what is spoken.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, ClassVar, Final, TypeAlias, TypeVar
from zoneinfo import ZoneInfo, available_timezones

from pydantic import Field

from bot.kit.capture_modes import CaptureMode
from bot.kit.language import LANGUAGES, hours, mark, plural, speak, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.kit.vectors import Embedding
from bot.kit.zones import OwnersZone, zones_named
from bot.store.engine import Transaction
from bot.telegram.buttons import (
    Action,
    ButtonData,
    NoSuchButton,
    Press,
    Reaction,
    and_more,
    message,
    parse,
    rows_of,
    ticked,
)
from bot.telegram.formatting import RichText, bold, code, filled
from bot.telegram.texts import Button, Text
from bot.turns.preferences import Languages, Preferences
from bot.turns.speaking import Speaking
from bot.turns.store import owners
from bot.turns.values.people import VoiceMode

AS_IN_TELEGRAM: Final = "auto"
_LANGUAGE: Final = mark("My own messages are in this language. My answers are in the language you write in.")
AS_THE_HOST: Final = "host"
_CITIES: Final = (
    *("America/Los_Angeles", "America/New_York", "America/Sao_Paulo", "Europe/London", "Europe/Berlin"),
    *("Europe/Istanbul", "Europe/Moscow", "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo"),
    "Australia/Sydney",
)
"""Zones with a button, from west to east."""
_ROW: Final = 3
_MOST_ZONES: Final = 12
_ZONE: Final = mark(
    "Your reminders ring by this clock, and the times I show are in it. When you change it, reminders keep their time "
    "of day."
)
_ZONE_USAGE: Final = mark("To choose another city: {example}")
_UNKNOWN_ZONE: Final = mark("I don't know the time zone “{name}”. Give a large city in it, for example:")
_SEVERAL_ZONES: Final = mark("Several zones match “{name}”. Tap one:")
_ZONE_EXAMPLE: Final = "/timezone Lisbon"

Shown: TypeAlias = Callable[[Transaction, Owner], Awaitable[Text]]
"""Returns a page, in the caller's transaction."""
Present: TypeAlias = Callable[[Transaction, Owner], Awaitable[str]]
"""Returns what is set now, in a word or two, in the caller's transaction."""

_VOICE: Final[Mapping[VoiceMode, str]] = {
    VoiceMode.ON: mark("I say every answer aloud, and write it too."),
    VoiceMode.AUTO: mark("I answer your voice messages aloud."),
    VoiceMode.OFF: mark("I only write."),
}

_CANT_SPEAK: Final = mark("I can't speak yet. Whoever hosts me can turn this on with SPEECH_MODEL in .env.")

Mode = TypeVar("Mode", CaptureMode, VoiceMode)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page: its sign, its `label` and what it is for (both to be translated), and its content.

    `actions` handle the presses of its buttons, by their names.
    """

    sign: str
    label: str
    does: str
    present: Present
    shown: Shown
    actions: Mapping[str, Action]


@dataclass(frozen=True, slots=True)
class SettingsButton(ButtonData):
    """Opens a page, or the overview without one; `press` is the data of one of the page's own buttons."""

    NAME: ClassVar = "settings"

    page: Annotated[str, Field(pattern="^[a-z]{0,10}$")] = ""
    press: str = ""


class SettingsCommand:
    """Handles the command and its buttons, in the caller's transaction. The `pages` are named in buttons.

    `more` returns a hint on what is set elsewhere; empty without one.
    """

    def __init__(self, pages: Mapping[str, Page], more: Callable[[], Sequence[str | RichText]]) -> None:
        self._pages = pages
        self._more = more

    async def answer(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """Show the overview, or a page by its name."""
        name = words.strip().casefold()
        return [await self._opened(tx, owner, name) if name in self._pages else await self._overview(tx, owner)]

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Open a page, or press a button of one."""
        pressed = SettingsButton.parsed(press.data)
        page = self._pages.get(pressed.page)
        if page is None:
            return Reaction(shows=await self._overview(tx, owner))
        if not pressed.press:
            return Reaction(shows=await self._opened(tx, owner, pressed.page))
        name, data = parse(pressed.press) or ("", "")
        if name not in page.actions:
            raise NoSuchButton
        reaction = await page.actions[name](tx, owner, Press(data=data, shown=press.shown))
        if reaction.shows is None:
            return reaction
        return replace(reaction, shows=_within(pressed.page, reaction.shows))

    async def _opened(self, tx: Transaction, owner: Owner, name: str) -> Text:
        return _within(name, await self._pages[name].shown(tx, owner))

    async def _overview(self, tx: Transaction, owner: Owner) -> Text:
        pieces: list[str | RichText] = ["⚙️ ", bold(t("Settings"))]
        buttons: list[Button] = []
        for name, page in self._pages.items():
            present = await page.present(tx, owner)
            pieces += [f"\n\n{page.sign} ", bold(f"{t(page.label)}: "), f"{present}\n{t(page.does)}"]
            buttons.append(SettingsButton(name).button(f"{page.sign} {t(page.label)}"))
        if more := self._more():
            pieces += ["\n\n", *more]
        return message(*pieces, buttons=rows_of(buttons, 2))


def _within(page: str, text: Text) -> Text:
    """Return a page whose buttons lead back to it, with one that leads to the overview."""
    rows = [
        [replace(it, data=SettingsButton(page, it.data).data) if it.data else it for it in row] for row in text.buttons
    ]
    return replace(text, buttons=[*rows, [SettingsButton().button(t("◀️ Back"))]])


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


@dataclass(frozen=True, slots=True)
class ZonePage:
    """A user's time zone: the page and the command, in the caller's transaction. `moved` is told of another one."""

    preferences: Preferences
    zone: OwnersZone
    moved: Callable[[Transaction, Owner, str | None], Awaitable[None]]

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
            buttons = [ZoneButton(it).button(it) for it in found[:_MOST_ZONES]]
            more = and_more(len(found) - _MOST_ZONES)
            return [message(t(_SEVERAL_ZONES, name=name), more, buttons=[[it] for it in buttons])]
        await self._set(tx, owner, found[0])
        return [await self.shown(tx, owner)]

    async def shown(self, tx: Transaction, owner: Owner) -> Text:
        """Return the page."""
        title = filled(t("Time zone: {zone}"), zone=bold(await self.present(tx, owner)))
        now, has_own = self._name(owner), self.preferences.of(owner).timezone is not None
        cities = {it: it.rpartition("/")[2].replace("_", " ") for it in _CITIES}
        buttons = [ZoneButton(it).button(ticked(city, is_set=has_own and it == now)) for it, city in cities.items()]
        as_the_host = t("Default: {zone}", zone=self.zone.hosts_name)
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
        await self.moved(tx, owner, zone)
        await self.preferences.change(tx, owner, timezone=zone)

    def _name(self, owner: Owner) -> str:
        return self.preferences.of(owner).timezone or self.zone.hosts_name


@dataclass(frozen=True, slots=True)
class VoiceButton(ButtonData):
    """Sets which answers are spoken, as `/voice <mode>` does."""

    NAME: ClassVar = "voice"

    mode: VoiceMode


async def voice(
    speaking: Speaking, tx: Transaction, owner: Owner, named: str, _: Embedding | None = None
) -> Sequence[Text]:
    """Set which answers are spoken, if a mode is named, in the caller's transaction; return the answer."""
    if not speaking.is_possible:
        return [Text(t(_CANT_SPEAK))]
    if pressed := VoiceButton.read(named.casefold()):
        await owners.change(tx, owner, voice=pressed.mode)
        named = ""
    present = await owners.voice(tx, owner)
    buttons = [VoiceButton(it).button(ticked(it.value, is_set=it is present)) for it in _VOICE]
    if named:
        return [message(t("Choose one: {modes}.", modes=", ".join(_VOICE)), buttons=[buttons])]
    long = plural(
        "I only write answers of more than {count} character, and those with code or tables.",
        "I only write answers of more than {count} characters, and those with code or tables.",
        speaking.most_characters,
    )
    return [modes_shown(t("Spoken answers: {mode}"), present, _VOICE, "/voice", long, buttons)]


async def press_voice(speaking: Speaking, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Set a button's mode of speaking, in the caller's transaction; its message shows it."""
    pressed = VoiceButton.parsed(press.data)
    if not speaking.is_possible:
        raise NoSuchButton
    (shows,) = await voice(speaking, tx, owner, press.data)
    return Reaction(toast=t(_VOICE[pressed.mode]), shows=shows)


def modes_shown(
    title: str, present: Mode, means: Mapping[Mode, str], command: str, remark: str, buttons: Sequence[Button]
) -> Text:
    """Return the present mode, what each mode means, and a remark."""
    pieces: list[str | RichText] = [filled(title, mode=bold(present.value)), "\n"]
    for mode, what in means.items():
        pieces += ["\n", code(f"{command} {mode.value}"), f": {t(what)}"]
    return message(*pieces, f"\n\n{remark}", buttons=[buttons])
