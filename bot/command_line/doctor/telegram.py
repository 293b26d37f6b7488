"""Telegram: the bot's account and its users."""

from collections.abc import AsyncIterator

from bot.command_line.doctor.report import Finding, ok, problem, shown, warning
from bot.command_line.doctor.surroundings import Setup
from bot.errors import StartError, TelegramUnreachable
from bot.telegram.check import account


async def telegram(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether Telegram answers, which bot the token belongs to, and whether its messages go elsewhere."""
    settings = setup.settings
    if settings.telegram_bot_token is None:
        yield ok("telegram", "practice mode: a local page replaces Telegram, as TELEGRAM_BOT_TOKEN is not set")
        return
    address = shown(settings.telegram_api_url)
    try:
        bot = await account(settings.telegram_bot_token.get_secret_value(), settings.telegram_api_url)
    except StartError:
        yield problem("telegram", f"{address} refused the token. Copy TELEGRAM_BOT_TOKEN from @BotFather again.")
        return
    except TelegramUnreachable as error:
        found = f"{address} can't be reached ({error})"
        yield problem("telegram", f"{found}. Check the network, and TELEGRAM_API_URL if it is set.")
        return
    setup.compare_clocks("Telegram's", bot.date)
    yield ok("telegram", f"the token belongs to {bot.name}")
    if bot.webhook_host:
        found = f"another program at {bot.webhook_host} receives this bot's messages"
        yield warning("webhook", f"{found}. Stop that program: the next start takes the messages over.")


async def users(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether anybody may use the bot. In practice mode, there is always one user."""
    if setup.settings.telegram_bot_token is None:
        return
    count = len(setup.settings.telegram_allowed_user_ids)
    if count:
        yield ok("users", f"{count} allowed")
    else:
        yield warning(
            "users", "none allowed. Write to the bot, and set TELEGRAM_ALLOWED_USER_IDS to the id it answers."
        )
