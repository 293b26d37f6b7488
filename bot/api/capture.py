"""The memory mode, as programs meet it."""

from bot.api.access import Caller
from bot.api.problems import Refused
from bot.api.services import ApiServices
from bot.database.engine import Transaction
from bot.tools.memory import READING, TURNED_OFF, WRITING


async def check_mode(tx: Transaction, services: ApiServices, caller: Caller) -> None:
    """Raise Refused (403) if a program wants to change memories in a mode in which conversations may not."""
    if not caller.is_page and await services.memories.mode(tx, caller.owner) not in WRITING:
        raise Refused(403, f"Nothing was changed: {TURNED_OFF}")


async def check_reading(tx: Transaction, services: ApiServices, caller: Caller) -> None:
    """Raise Refused (403) if a program wants to read memories in a mode in which conversations may not."""
    if not caller.is_page and await services.memories.mode(tx, caller.owner) not in READING:
        raise Refused(403, f"Nothing is shown: {TURNED_OFF}")
