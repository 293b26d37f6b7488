"""Presses of the buttons below what waits for its owner."""

from functools import partial
from typing import Final

from bot.chat.deeds import Deeds
from bot.database import conversations as stored_conversations
from bot.database.engine import Database
from bot.errors import NoSuchActivity
from bot.language import mark, t
from bot.telegram.activities.asked import AskedButton
from bot.telegram.buttons import NOTHING_TO_PRESS
from bot.telegram.chats import Job
from bot.values.activities import ActivityState

_IN_PRIVATE: Final = mark("I can't do this in a private chat. End it with /new, then press again.")
_TOASTS: Final = {
    ActivityState.ALLOWED: mark("I'm doing it now."),
    ActivityState.DECLINED: mark("I won't do it."),
    ActivityState.EXPIRED: mark("It's too late for that. Ask me again."),
}


async def decide(deeds: Deeds, database: Database, job: Job) -> str:
    """Decide on what waits; its messages then show what became of it."""
    pressed, owner, chat = AskedButton.read(job.words), job.chat.owner, job.chat
    toast = t(NOTHING_TO_PRESS)
    async with database.transaction() as tx:
        await job.acknowledge(tx)
        try:
            if pressed and pressed.act != "no" and await stored_conversations.is_private(tx, owner, chat.channel.place):
                toast = t(_IN_PRIVATE)
            elif pressed:
                allow = partial(deeds.allow, tx, owner, chat.channel.place, for_good=pressed.act == "always")
                decline = partial(deeds.decline, tx, owner)
                activity = await (decline if pressed.act == "no" else allow)(pressed.activity_id)
                toast = t(_TOASTS[activity.state]) if activity.state in _TOASTS else ""
                await chat.channel.show_activity(tx, activity, job.message_id)
        except NoSuchActivity as gone:
            toast = str(gone)
    chat.worker.look()
    return toast
