"""The first step: the bot at Telegram, by its token."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

from bot.errors import StartError, TelegramUnreachable
from bot.onboarding.terminal import Terminal, asked
from bot.setting_forms import is_token
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
        if not is_token(token):
            terminal.bad("That isn't a token. It looks like 123456:ABC…; copy it again from @BotFather.")
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
        if found.webhook.host:
            terminal.bad(f"Another program at {found.webhook.host} receives its messages. Stop that program first.")
        return ChosenBot(token=token, name=found.name)

    return asked(ask)
