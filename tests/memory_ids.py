"""Ids of memories, which `/memory show` tells."""

import re

from practice.telegram.bot_api import BotApi


async def id_of(telegram: BotApi, number: int = 1) -> str:
    """Return the id of a memory by its number in the list that was shown last."""
    shown = await telegram.bot_message("v1", after=telegram.send_text(f"/memory show {number}"))
    return str(re.findall(r"\[(\w{8})\]", shown.text)[0])
