"""What a bot gets of what is said in groups (https://core.telegram.org/bots/features#privacy-mode)."""

from bot.command_line.doctor.report import Finding, ok, warning
from bot.telegram.check import Account


def groups(bot: Account, *, are_allowed: bool) -> Finding:
    """Return whether groups are answered, and what Telegram delivers of them."""
    if not are_allowed:
        return ok("groups", "not answered. To answer in groups, set ALLOW_GROUPS=true.")
    if not bot.joins_groups:
        found = "ALLOW_GROUPS is on, but nobody can add the bot to a group"
        return warning("groups", f"{found}. Send /setjoingroups to @BotFather.")
    if bot.hears_all:
        found = "answered, and privacy mode is off: Telegram delivers everything said in them"
        return ok("groups", f"{found}. What isn't for the bot is neither stored nor read.")
    found = "answered, and privacy mode is on: Telegram delivers /ask and replies, but may hold back mentions"
    way_out = "To get mentions too, send /setprivacy to @BotFather and add the bot again, or make it an administrator."
    return ok("groups", f"{found}. {way_out}")
