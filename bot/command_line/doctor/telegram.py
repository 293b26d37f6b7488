"""The bot at Telegram, and what is set for it at @BotFather."""

from collections.abc import AsyncIterator

from bot.command_line.doctor.report import Finding, Setup, ok, problem, shown, warning
from bot.errors import StartError, TelegramUnreachable
from bot.telegram.check import Account, account


async def telegram(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether Telegram answers, which bot the token belongs to, and how its messages come."""
    settings = setup.settings
    if settings.practises:
        yield ok("telegram", "practice mode: a local page replaces Telegram (TELEGRAM_BOT_TOKEN is not set)")
        return
    address = shown(settings.telegram_api_url)
    try:
        bot = await account(settings.token, settings.telegram_api_url)
    except StartError:
        yield problem("telegram", f"{address} refused the token. Copy TELEGRAM_BOT_TOKEN from @BotFather again.")
        return
    except TelegramUnreachable as error:
        found = f"{address} can't be reached ({error})"
        yield problem("telegram", f"{found}. Check the network, and TELEGRAM_API_URL if it is set.")
        return
    if bot.bot_id != settings.bot_id:
        yield problem("telegram", f"{address} answers as another bot, {bot.name}. Check TELEGRAM_API_URL.")
        return
    setup.compare_clocks("Telegram's", bot.date)
    yield ok("telegram", f"the token belongs to {bot.name}")
    yield ok("topics", _topics(bot))
    if bot.webhook_host:
        found = f"another program at {bot.webhook_host} receives this bot's messages"
        yield warning("webhook", f"{found}. Stop that program: the next start takes the messages over.")


def _topics(bot: Account) -> str:
    if bot.has_topics:
        return "on: each topic of the private chat is a conversation of its own"
    found = "off, so the private chat is one conversation at a time"
    return f"{found}. To open topics beside it, choose {bot.name} at @BotFather, Bot Settings, then Threaded Mode."
