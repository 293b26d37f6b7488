"""How commands are used: Telegram's menu, /help, the right form of a wrong use, and the lists of all forms."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

import structlog
from telegram import BotCommand, BotCommandScopeChat
from telegram.error import BadRequest, Forbidden, TelegramError
from telegram.ext import ExtBot

from bot.kit.backoff import Backoff
from bot.kit.language import DEFAULT, LANGUAGES, briefly, mark, space, speaking_to, t
from bot.telegram.errors import wanted_pause
from bot.telegram.formatting import RichText, bold, code, compose, filled
from bot.telegram.texts import Text
from bot.turns.preferences import Languages

MEMORY: Final = mark("Memory")
SETTINGS: Final = mark("Settings")


class Use(NamedTuple):
    """How a command is written, and what it does; /help explains it `under` a title, if it has one.

    A command with several `forms` says what each of them does.
    """

    form: str
    does: str
    under: str = ""
    forms: Mapping[str, str] = MappingProxyType({})

    @property
    def name(self) -> str:
        """The command's name."""
        return self.form.split()[0]


_OTHERS: Final = (Use("help", mark("See what I can do")), Use("start", mark("Say hello")))
_BY_ITSELF: Final = mark(
    "Write to me as you would to a person. “Remember that …” stores something, “forget that …” deletes it."
)
_MORE: Final = mark("More commands: {commands}")
_UNKNOWN: Final = mark("I don't know the command {command}.")
_DID_YOU_MEAN: Final = mark("I don't know the command {command}. Did you mean {near}?")
_LEAST_ALIKE: Final = 0.7

_FIRST_PAUSE_SECONDS: Final = 2.0
_LONGEST_PAUSE_SECONDS: Final = 60.0

log = structlog.get_logger()


def menu(uses: Iterable[Use]) -> list[BotCommand]:
    """Return Telegram's menu in the current language."""
    return [BotCommand(it.name, t(it.does)) for it in (*uses, *_OTHERS)]


def help_on(uses: Sequence[Use]) -> list[Text]:
    """Return what /help says: the most important commands under their titles, and the names of the others."""
    pieces: list[str | RichText] = [t(_BY_ITSELF)]
    for title in dict.fromkeys(it.under for it in uses if it.under):
        explained = (f"\n/{it.name}: {t(it.does)}" for it in uses if it.under == title)
        pieces += ["\n\n", bold(t(title)), *explained]
    others = " ".join(f"/{it.name}" for it in uses if not it.under)
    return compose(*pieces, "\n\n", t(_MORE, commands=others))


def lines_of(uses: Iterable[Use]) -> list[str]:
    """Return how each command is used, in the current language, and then its forms."""
    several = list(uses)
    return [*(f"/{it.form}: {t(it.does)}" for it in several), *(line for it in several for line in forms_of(it.forms))]


def unknown(name: str, known: Collection[str]) -> list[Text]:
    """Return what is said to a command that is not known: the one that was probably meant, if there is one."""
    near = get_close_matches(name, known, 1, _LEAST_ALIKE) or [it for it in known if name and it.startswith(name)]
    if near:
        return compose(filled(t(_DID_YOU_MEAN), command=code(f"/{name}"), near=f"/{near[0]}"))
    said = filled(t(_UNKNOWN), command=code(f"/{name}")) if name else ""
    return compose(said, space() if name else "", t("{command} shows what I can do.", command="/help"))


def form(why: str, *examples: str) -> list[Text]:
    """Return what is wrong or missing in a sentence, and examples of the right form, to be tapped."""
    return compose(why, *(piece for example in examples for piece in ("\n", code(example))))


def forms_of(forms: Mapping[str, str]) -> list[str]:
    """Return the lines of a command's forms, each with what it does."""
    return [f"{it}: {t(does)}" for it, does in forms.items()]


async def translate_menu(bot: ExtBot[None], languages: Languages, uses: Sequence[Use]) -> None:
    """Set the menu in every language but English, and in the chats of users who chose one, until cancelled.

    The languages of their apps choose among the former (Bot API, setMyCommands).
    """
    shown = dict.fromkeys(languages.chosen, "")  # by an earlier process
    for language in LANGUAGES:
        if language != DEFAULT:
            with briefly(language):
                await _sent(partial(_set_menu, bot, uses, language, language_code=language))
    while True:
        languages.changed.clear()
        chosen = languages.chosen
        for owner in shown.keys() - chosen.keys():
            await _sent(partial(bot.delete_my_commands, scope=BotCommandScopeChat(owner.user_id)))
        for owner, language in chosen.items():
            if shown.get(owner) != language:  # a private chat has its user's id
                await _sent(partial(_set_menu, bot, uses, language, scope=BotCommandScopeChat(owner.user_id)))
        shown = chosen
        await languages.changed.wait()


async def _set_menu(
    bot: ExtBot[None],
    uses: Sequence[Use],
    language: str,
    *,
    language_code: str | None = None,
    scope: BotCommandScopeChat | None = None,
) -> None:
    with speaking_to(language):
        shown = menu(uses)
    await bot.set_my_commands(shown, scope=scope, language_code=language_code)


async def _sent(request: Callable[[], Awaitable[object]]) -> None:
    """Make a request, again while Telegram can't be reached. One that is refused is left."""
    backoff = Backoff(_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS)
    while True:
        try:
            await request()
        except (BadRequest, Forbidden) as error:
            log.warning("Telegram refuses a menu", error=str(error))
            return
        except TelegramError as error:
            await asyncio.sleep(backoff.next(wanted_pause(error)))
        else:
            return
