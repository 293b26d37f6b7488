"""Many messages at once: nobody waits for another's, and each is in exactly one turn, in order."""

import asyncio

from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.databases import administration
from tests.pressing import asked
from tests.process import BotProcess, Script, said

OTHERS = range(2, 22)


async def test_a_hundred_messages_in_one_chat_delay_neither_other_chats_nor_stop(
    telegram: BotApi, model: Script, bot_process: BotProcess, database_url: str
) -> None:
    bot_process.settings["TELEGRAM_ALLOWED_USER_IDS"] = "1," + ",".join(map(str, OTHERS))
    await bot_process.start()
    gate = asyncio.Event()
    model.then(Reply(pieces=("An answer that shows at once. ", "Its end."), gates={2: gate}))
    await asked(telegram, "Message 0", "An answer that shows")
    for number in range(1, 101):
        telegram.send_text(f"Message {number}")
    for user_id in OTHERS:
        telegram.send_text("Hello from another chat", user_id)
    for user_id in OTHERS:
        await telegram.bot_message("Echo: Hello from another chat", user_id=user_id)
    stopped = await asked(telegram, "/stop", "Stopped.")
    assert stopped.text == "Stopped. I won't answer 100 messages that were waiting."
    gate.set()

    for number in range(100):
        telegram.send_text(f"Again {number}")
    await telegram.wait_for(lambda: any(it.from_bot and "Again 99" in it.text for it in telegram.messages()), 60)
    last = said(model.requests[-1].request)
    assert last == ["Message 0", *(f"Again {number}" for number in range(100))]
    with administration(database_url) as connection:
        rows = connection.execute(
            "SELECT content FROM agent_messages "
            "WHERE role = 'user' AND content LIKE '%Again%' ORDER BY turn_id, position"
        ).fetchall()
        unhandled = connection.execute("SELECT count(*) FROM telegram_updates WHERE handled_at IS NULL").fetchone()
        kept = connection.execute("SELECT count(*) FROM telegram_updates WHERE payload IS NOT NULL").fetchone()
    assert [row[0].split("\n")[-1] for row in rows] == [f"Again {number}" for number in range(100)]
    assert unhandled == (0,)
    assert kept == (0,)
