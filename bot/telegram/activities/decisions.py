"""Presses of the buttons below what waits for its owner."""

from functools import partial
from typing import Final

from bot.chat.deeds import Deeds
from bot.database import conversations as stored_conversations
from bot.database.engine import Database
from bot.errors import NoSuchActivity
from bot.telegram.activities.asked import AskedButton, shown
from bot.telegram.buttons import NOTHING_TO_PRESS
from bot.telegram.chats import Job
from bot.telegram.texts import Text
from bot.values.activities import ActivityState

_IN_PRIVATE: Final = "Not in a private chat: end it with /new, then press again."
_TOASTS: Final = {
    ActivityState.ALLOWED: "I do it now.",
    ActivityState.DECLINED: "I won't do it.",
    ActivityState.EXPIRED: "It's too late for that: ask me again.",
}


async def decide(deeds: Deeds, database: Database, job: Job) -> str:
    """Decide on what waits; its message then shows what became of it."""
    pressed, owner, chat = AskedButton.read(job.words), job.chat.owner, job.chat
    toast, shows = NOTHING_TO_PRESS, list[Text]()
    async with database.transaction() as tx:
        try:
            if pressed and pressed.act != "no" and await stored_conversations.has_private(tx, owner):
                toast = _IN_PRIVATE
            elif pressed:
                allow = partial(deeds.allow, tx, owner, chat.channel.chat_id, for_good=pressed.act == "always")
                decline = partial(deeds.decline, tx, owner)
                activity = await (decline if pressed.act == "no" else allow)(pressed.activity_id)
                toast, shows = _TOASTS.get(activity.state, ""), [shown(activity, job.message_id)]
        except NoSuchActivity as gone:
            toast = str(gone)
        await job.acknowledge(tx, shows)
    chat.worker.look()
    return toast
