"""`/think`: shows what the model thought before the chat's last answer, without asking it."""

from typing import Final

from bot.database import conversations, reasoning
from bot.database.engine import Database
from bot.language import mark, t
from bot.telegram.chats import Job
from bot.telegram.formatting import compose, expandable
from bot.telegram.texts import Text

_NOTHING: Final = mark("There is no reasoning to show for the last answer.")
_CUT: Final = "… "


async def think(database: Database, job: Job) -> str:
    """Show the reasoning before the last answer as a quote that unfolds."""
    async with database.transaction() as tx:
        found = await conversations.open_in(tx, job.chat.owner, job.chat.channel.place)
        thought = await reasoning.of_last_answer(tx, found.id) if found else ""
        await job.acknowledge(tx, _shown(thought) or [Text(t(_NOTHING))])
    return ""


def _shown(thought: str) -> list[Text]:
    cut = _CUT if len(thought) == reasoning.MOST else ""
    return compose(expandable(f"{cut}{thought.strip()}")) if thought.strip() else []
