"""The pages of /settings that choose a language, a time zone, a limit, and whether conversations are reviewed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, ClassVar, Final, Literal
from zoneinfo import ZoneInfo, available_timezones

from pydantic import Field

from bot.features.reminders.operations import Reminders
from bot.kit.language import LANGUAGES, hours, mark, number, space, speak, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.kit.vectors import Embedding
from bot.kit.zones import in_zone, zones_named
from bot.store.engine import Transaction
from bot.telegram.buttons import ButtonData, NoSuchButton, Press, Reaction, and_more, message, rows_of, ticked
from bot.telegram.formatting import RichText, bold, code, filled
from bot.telegram.settings.command import Page
from bot.telegram.texts import Text
from bot.turns.allowance import Allowance
from bot.turns.preferences import Languages, Preferences

AS_IN_TELEGRAM: Final = "auto"
_LANGUAGE: Final = mark("My own messages are in this language. My answers are in the language you write in.")
_REVIEW: Final = mark(
    "When a conversation is over, I read it once more and offer to remember what I missed. This takes one more request "
    "to the model for each conversation."
)
_OFF_FOR_ALL: Final = mark("Whoever hosts me has turned this off for everybody (MEMORY_REVIEW).")
LIMITS: Final = (100_000, 500_000, 1_000_000, 5_000_000)
"""Limits with a button, in tokens a month."""
MOST: Final = 10**12
"""Highest limit that a user can set."""
_LIMITS_ROW: Final = 2
_LIMIT: Final = mark("When you reach your limit, I stop answering until the month ends. Commands still work.")
_LIMIT_USAGE: Final = mark("Set a limit like this: {example}. To remove it: {none}.")
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
class ReviewButton(ButtonData):
    """Turns it on or off."""

    NAME: ClassVar = "review"

    to: Literal["on", "off"]


class ReviewPage:
    """Whether conversations are read again once they are over; only where it `is_possible`, there is a choice."""

    def __init__(self, preferences: Preferences, *, is_possible: bool) -> None:
        self._preferences = preferences
        self._is_possible = is_possible

    @property
    def page(self) -> Page:
        """The page in /settings."""
        return Page(
            sign="🔎",
            label=mark("Review"),
            does=mark("Whether I read a conversation again afterwards, for things to remember."),
            present=self.present,
            shown=self.shown,
            actions={ReviewButton.NAME: self.press},
        )

    async def present(self, _: Transaction, owner: Owner) -> str:
        """Tell whether it is on."""
        return t("on") if self._is_on(owner) else t("off")

    async def shown(self, tx: Transaction, owner: Owner) -> Text:
        """Return the page."""
        title = filled(t("Review of conversations: {state}"), state=bold(await self.present(tx, owner)))
        if not self._is_possible:
            return message("🔎 ", title, f"\n\n{t(_OFF_FOR_ALL)}")
        is_on = self._is_on(owner)
        buttons = [
            ReviewButton("on").button(ticked(t("On"), is_set=is_on)),
            ReviewButton("off").button(ticked(t("Off"), is_set=not is_on)),
        ]
        return message("🔎 ", title, f"\n\n{t(_REVIEW)}", buttons=[buttons])

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Turn it on or off."""
        pressed = ReviewButton.parsed(press.data)
        await self._preferences.change(tx, owner, is_reviewed=pressed.to == "on")
        return Reaction(shows=await self.shown(tx, owner))

    def _is_on(self, owner: Owner) -> bool:
        return self._is_possible and self._preferences.of(owner).wants_review


@dataclass(frozen=True, slots=True)
class LimitButton(ButtonData):
    """Sets the user's own limit in tokens a month; 0 removes it."""

    NAME: ClassVar = "limit"

    tokens: Annotated[int, Field(ge=0, le=MOST)]


class SpendingPage:
    """The tokens of this month, and the user's own limit, in the caller's transaction."""

    def __init__(self, preferences: Preferences, allowance: Allowance, reminders: Reminders) -> None:
        self._preferences = preferences
        self._reminders = reminders
        self._allowance = allowance

    @property
    def page(self) -> Page:
        """The page in /settings."""
        return Page(
            sign="📊",
            label=mark("Spending"),
            does=mark("What you use in a month, and your own limit."),
            present=self.present,
            shown=self.shown,
            actions={LimitButton.NAME: self.press},
        )

    async def present(self, tx: Transaction, owner: Owner) -> str:
        """Return the tokens of this month, of the limit if there is one."""
        tokens, limit = await self._allowance.used(tx, owner), self._preferences.of(owner).monthly_tokens
        if limit is None:
            return t("{used} tokens this month", used=number(tokens)) if tokens else t("nothing used this month")
        if not tokens:
            return t("nothing used this month, limit {limit} tokens", limit=number(limit))
        return t("{used} of {limit} tokens this month", used=number(tokens), limit=number(limit))

    async def answer(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """Show the page, or set the limit."""
        tokens = _tokens(words)
        if words.strip() and tokens is None:
            return [message(_usage())]
        if tokens is not None:
            await self._set(tx, owner, tokens)
        return [await self.shown(tx, owner)]

    async def shown(self, tx: Transaction, owner: Owner) -> Text:
        """Return the page."""
        month, limit = await self._allowance.month(tx), self._preferences.of(owner).monthly_tokens
        pieces: list[str | RichText] = ["📊 ", bold(await self.present(tx, owner))]
        if month:
            used, of_all = number(month.used), number(month.limit)
            pieces.append("\n" + t("All users together: {used} of {limit} tokens.", used=used, limit=of_all))
        pieces += [f"\n\n{t(_LIMIT)}", space(), _usage()]
        pieces.append("\n" + t("{command} shows more.", command="/usage"))
        offered = [it for it in LIMITS if month is None or it < month.limit]
        labels = {0: t("No limit"), **{it: t("{tokens} tokens", tokens=number(it)) for it in offered}}
        now = limit or 0
        buttons = [LimitButton(it).button(ticked(label, is_set=it == now)) for it, label in labels.items()]
        return message(*pieces, buttons=rows_of(buttons, _LIMITS_ROW))

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Set a button's limit."""
        pressed = LimitButton.parsed(press.data)
        await self._set(tx, owner, pressed.tokens)
        return Reaction(shows=await self.shown(tx, owner))

    async def _set(self, tx: Transaction, owner: Owner, tokens: int) -> None:
        """Set the limit, or none. Tasks that waited for the end of the month are due again."""
        await self._preferences.change(tx, owner, monthly_tokens=tokens or None)
        while await self._reminders.release(tx, owner.bot_id, only=owner):
            pass


def _usage() -> RichText:
    return filled(t(_LIMIT_USAGE), example=code("/limit 500000"), none=code("/limit off"))


def _tokens(words: str) -> int | None:
    """Return the limit in a command's words; 0 for none, None for anything else."""
    words = words.strip().casefold()
    if words == "off":
        return 0
    digits = words.translate(str.maketrans("", "", ",._' "))
    return int(digits) if digits.isdecimal() and 0 < int(digits[:20]) <= MOST else None


@dataclass(frozen=True, slots=True)
class ZoneButton(ButtonData):
    """Sets a zone by its name; `host` is that of whoever hosts the bot."""

    NAME: ClassVar = "zone"

    zone: Annotated[str, Field(pattern=r"^[A-Za-z0-9_+/\-]{1,40}$")]


class ZonePage:
    """A user's time zone: the page and the command, in the caller's transaction."""

    def __init__(self, preferences: Preferences, reminders: Reminders) -> None:
        self._preferences = preferences
        self._reminders = reminders

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
        zone = self._zone(owner)
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
        now, has_own = self._zone(owner), self._preferences.of(owner).timezone is not None
        cities = {it: it.rpartition("/")[2].replace("_", " ") for it in _OFFERED}
        buttons = [ZoneButton(it).button(ticked(city, is_set=has_own and it == now)) for it, city in cities.items()]
        as_the_host = t("Default: {zone}", zone=self._reminders.hosts_zone)
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
        """Set a zone, into which the owner's reminders follow."""
        await self._reminders.move(tx, owner, zone)
        await self._preferences.change(tx, owner, timezone=zone)

    def _zone(self, owner: Owner) -> str:
        with in_zone(self._preferences.of(owner).timezone):
            return self._reminders.zone
