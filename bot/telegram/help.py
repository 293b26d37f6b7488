"""How commands are used: Telegram's menu, /help, the right form of a wrong use, and the lists of all forms."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Final

import structlog
from telegram import BotCommand, BotCommandScopeChat
from telegram.error import BadRequest, Forbidden, TelegramError
from telegram.ext import ExtBot

from bot.kit.backoff import Backoff
from bot.kit.language import DEFAULT, LANGUAGES, briefly, mark, space, speaking_to, t
from bot.telegram.formatting import RichText, bold, code, compose, filled
from bot.telegram.refusals import wanted_pause
from bot.telegram.texts import Text
from bot.turns.preferences import Languages

USES: Final[Mapping[str, str]] = {
    "memory": mark("See and manage what I remember"),
    "notes": mark("See the notes and lists I keep for you"),
    "new": mark("Start a new conversation; memories stay"),
    "private": mark("Start a private chat; nothing of it is kept"),
    "search <words>": mark("Search our conversations and notes"),
    "history": mark("See our conversations"),
    "resume": mark("Continue an earlier conversation"),
    "forget <number>": mark("Erase a conversation for good"),
    "remind <when> <what>": mark("Set a reminder"),
    "task <when> <what>": mark("Have me do something at a set time"),
    "reminders": mark("See reminders and tasks"),
    "settings": mark("Change memory, voice, language and more"),
    "model": mark("Choose the model that answers"),
    "instructions": mark("Tell me how to answer you"),
    "voice": mark("Choose which answers I say aloud"),
    "quiet <hours>": mark("Set the hours in which only reminders ring"),
    "timezone <city>": mark("Set your time zone"),
    "limit <tokens>": mark("Set your own limit for a month"),
    "tools": mark("See my tools, and choose"),
    "activity": mark("See what I did, and undo it"),
    "invite": mark("Let another person use me"),
    "people": mark("See who can use me"),
    "api": mark("Let other programs read and write what I know"),
    "stop": mark("Stop the answer that is being written"),
    "retry": mark("Answer the last message again"),
    "undo": mark("Take the last answer back, with what it remembered"),
    "think": mark("See how I arrived at the last answer"),
    "usage": mark("See what my answers cost"),
    "context": mark("See what I would send to the model"),
    "export": mark("Get everything I know of you, as files"),
    "erase": mark("Erase everything I know of you"),
}
"""What the commands do, by name and arguments."""
_OTHERS: Final[Mapping[str, str]] = {"help": mark("See what I can do"), "start": mark("Say hello")}
_GROUPS: Final[Mapping[str, Sequence[str]]] = {
    mark("Memory"): ("memory", "notes", "undo"),
    mark("Conversations"): ("new", "search <words>", "history", "private"),
    mark("Reminders"): ("remind <when> <what>", "task <when> <what>", "reminders"),
    mark("Settings"): ("settings", "model", "instructions"),
}
"""The commands that /help explains."""
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


def commands() -> list[BotCommand]:
    """Return Telegram's menu in the current language."""
    return [BotCommand(use.split()[0], t(does)) for use, does in (*USES.items(), *_OTHERS.items())]


async def answer_help(*_: object) -> list[Text]:
    """Return what /help says: the most important commands by groups, and the names of the others."""
    pieces: list[str | RichText] = [t(_BY_ITSELF)]
    for title, uses in _GROUPS.items():
        pieces += ["\n\n", bold(t(title)), *(f"\n/{use.split()[0]}: {t(USES[use])}" for use in uses)]
    explained = {use for uses in _GROUPS.values() for use in uses}
    others = " ".join(f"/{use.split()[0]}" for use in USES if use not in explained)
    return compose(*pieces, "\n\n", t(_MORE, commands=others))


def usages() -> list[str]:
    """Return how each command is used, in the current language."""
    return [f"/{use}: {t(does)}" for use, does in USES.items()]


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


async def translate_menu(bot: ExtBot[None], languages: Languages) -> None:
    """Set the menu in every language but English, and in the chats of users who chose one, until cancelled.

    The languages of their apps choose among the former (Bot API, setMyCommands).
    """
    shown = dict.fromkeys(languages.chosen, "")  # by an earlier process
    for language in LANGUAGES:
        if language != DEFAULT:
            with briefly(language):
                await _sent(partial(_set_menu, bot, language, language_code=language))
    while True:
        languages.changed.clear()
        chosen = languages.chosen
        for owner in shown.keys() - chosen.keys():
            await _sent(partial(bot.delete_my_commands, scope=BotCommandScopeChat(owner.user_id)))
        for owner, language in chosen.items():
            if shown.get(owner) != language:  # a private chat has its user's id
                await _sent(partial(_set_menu, bot, language, scope=BotCommandScopeChat(owner.user_id)))
        shown = chosen
        await languages.changed.wait()


async def _set_menu(
    bot: ExtBot[None], language: str, *, language_code: str | None = None, scope: BotCommandScopeChat | None = None
) -> None:
    with speaking_to(language):
        menu = commands()
    await bot.set_my_commands(menu, scope=scope, language_code=language_code)


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
