"""The questions of the first start, in their order."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.errors import StartError
from bot.onboarding import env_file
from bot.onboarding.bot_step import ChosenBot, choose_bot
from bot.onboarding.model_step import ChosenModel, choose_model
from bot.onboarding.terminal import Terminal
from bot.settings import Settings

_TRY: Final = "Try it now, on a page on this machine. It needs no account."
_LIVE: Final = "Go live in Telegram, in about two minutes."


def begin(settings: Settings, file: Path, terminal: Terminal) -> bool:
    """Ask whether to go live; if so, ask for what that needs and write it into a file. Return whether it was written.

    Raises StartError if it can't be written. Until then nothing is.
    """
    terminal.title("Keepsake, a personal assistant that remembers")
    if not terminal.choose("Which one?", [(False, _TRY), (True, _LIVE)]):
        return False
    bot = choose_bot(terminal, settings.telegram_api_url)
    model = choose_model(terminal, settings)
    while True:
        terminal.title(f"{bot.name} answers with {model.name} ({model.server.name}).")
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
    }


def _write(file: Path, values: Mapping[str, str]) -> None:
    try:
        env_file.change(file, values)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it isn't a text file"
        raise StartError(f"{file} can't be written ({why}). Nothing was changed.") from error
