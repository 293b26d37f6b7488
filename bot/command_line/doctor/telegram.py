"""Telegram: the bot's account and its users."""

from bot.command_line.doctor.report import Finding, Mark, Tell, shown
from bot.command_line.doctor.surroundings import Clocks
from bot.errors import StartError, TelegramUnreachable
from bot.settings import Settings
from bot.telegram.check import account


async def telegram(settings: Settings, clocks: Clocks, tell: Tell) -> None:
    """Look at Telegram: whether it is reached, whose the token is, and whether the bot's messages go elsewhere."""
    if settings.telegram_bot_token is None:
        tell(Finding(Mark.OK, "telegram", "practice mode: without TELEGRAM_BOT_TOKEN, a page here stands in for it"))
        return
    address = shown(settings.telegram_api_url)
    try:
        bot = await account(settings.telegram_bot_token.get_secret_value(), settings.telegram_api_url)
    except StartError:
        way_out = "copy the one @BotFather gave you into TELEGRAM_BOT_TOKEN once more"
        tell(Finding(Mark.PROBLEM, "telegram", f"{address} refused the token: {way_out}"))
    except TelegramUnreachable as error:
        way_out = "check this machine's connection, and TELEGRAM_API_URL, if you have set it"
        tell(Finding(Mark.PROBLEM, "telegram", f"{address} can't be reached ({error}): {way_out}"))
    else:
        clocks.compare("Telegram's", bot.date)
        tell(Finding(Mark.OK, "telegram", f"the token is {bot.name}'s"))
        if bot.webhook_host:
            found = f"another program is set to get this bot's messages, at {bot.webhook_host}"
            tell(Finding(Mark.WARNING, "webhook", f"{found}: the next start takes them over; stop that program"))


def users(settings: Settings, tell: Tell) -> None:
    """Tell whether anybody may use the bot; the practice page's user always may."""
    if settings.telegram_bot_token is None:
        return
    count = len(settings.telegram_allowed_user_ids)
    if not count:
        way_out = "write to the bot, and it tells you the id to set TELEGRAM_ALLOWED_USER_IDS to"
        tell(Finding(Mark.WARNING, "users", f"nobody may use the bot: {way_out}"))
    else:
        tell(Finding(Mark.OK, "users", f"{count} may use the bot"))
