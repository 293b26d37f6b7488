"""The questions of the first start, in their order."""

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.cli.onboarding import env_file
from bot.cli.onboarding.model_step import ChosenModel, choose_model
from bot.cli.onboarding.terminal import Terminal, asked
from bot.kit import setting_forms as forms
from bot.kit.environment import check
from bot.kit.errors import StartError, TelegramUnreachable
from bot.kit.settings import Settings
from bot.telegram.check import account

_BOT_FATHER: Final = """\
  1. Open https://t.me/BotFather in Telegram, and send /newbot.
  2. Choose a name, and a username that ends in "bot".
  3. Copy the token it gives you, and paste it here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenBot:
    """A bot whose token Telegram accepts, by its @name."""

    token: str = field(repr=False)
    name: str


def choose_bot(terminal: Terminal, api_url: str) -> ChosenBot:
    """Ask for a token until Telegram, at an address, accepts it."""
    terminal.title("Your bot")
    terminal.say(_BOT_FATHER)

    def ask() -> ChosenBot | None:
        token = terminal.ask("Token (it isn't shown)", is_secret=True)
        if why := forms.objection(forms.token, token):
            terminal.bad(f"That {why}. Copy it again from @BotFather.")
            return None
        try:
            with terminal.busy("Asking Telegram …"):
                found = asyncio.run(account(token, api_url))
        except StartError:
            terminal.bad("Telegram doesn't know this token. Copy it again from @BotFather.")
            return None
        except TelegramUnreachable:
            terminal.bad("Telegram can't be reached. Check your internet connection, then paste the token again.")
            return None
        terminal.good(f"This is {found.name}.")
        if found.webhook_host:
            terminal.bad(f"Another program at {found.webhook_host} receives its messages. Stop that program first.")
        return ChosenBot(token=token, name=found.name)

    return asked(ask)


_TRY: Final = "Try it now, on a page on this machine. It needs no account."
_LIVE: Final = "Go live in Telegram, in about two minutes."


def begin(settings: Settings, file: Path, terminal: Terminal) -> bool:
    """Ask whether to go live; if so, ask for what that needs and write it into a file. Return whether it was written.

    Raises StartError if it can't be written, or if a variable of the environment is in the way. Until then nothing is
    written.
    """
    terminal.title("Keepsake, a personal assistant that remembers")
    if not terminal.choose("Which one?", [(False, _TRY), (True, _LIVE)]):
        return False
    check(os.environ)
    bot = choose_bot(terminal, settings.telegram_api_url)
    model = choose_model(terminal, settings)
    while True:
        or_else = f", or {model.fallback.name} ({model.fallback.server.name}) if that fails" if model.fallback else ""
        terminal.title(f"{bot.name} answers with {model.name} ({model.server.name}){or_else}.")
        answer = terminal.choose(
            "Is that right?", [("", "Yes, start"), ("bot", "Choose another bot"), ("model", "Choose another model")]
        )
        if answer == "bot":
            bot = choose_bot(terminal, settings.telegram_api_url)
        elif answer == "model":
            model = choose_model(terminal, settings)
        else:
            break
    values = _values(bot, model)
    _write(file, values)
    terminal.good(f"Saved in {file}, which only you can read.")
    for name in sorted(name for name, value in values.items() if os.environ.get(name) not in {None, "", value}):
        terminal.bad(f"{name} is set in the environment, too, and that counts more. Unset it there.")
    return True


def _values(bot: ChosenBot, model: ChosenModel) -> Mapping[str, str]:
    return {
        "TELEGRAM_BOT_TOKEN": bot.token,
        "OPENAI_BASE_URL": model.server.base_url or "",
        "OPENAI_API_KEY": model.server.key,
        "OPENAI_MODEL": model.name,
        **({"OPENAI_FALLBACKS": f"{fallback.name} {fallback.server.base_url}"} if (fallback := model.fallback) else {}),
    }


def _write(file: Path, values: Mapping[str, str]) -> None:
    try:
        env_file.change(file, values)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it isn't a text file"
        raise StartError(f"{file} can't be written ({why}). Nothing was changed.") from error
