"""A file is stored in the database before it is sent: it arrives whatever happens, and once."""

import asyncio

from practice.faults import Dropped, Fault
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.databases import administration
from tests.process import BotProcess

CONTENT = bytes(range(256)) * 500


def files(telegram: BotApi) -> list[Message]:
    """Return the files that the bot sent."""
    return [it for it in telegram.messages() if it.from_bot and "document" in it.extra]


async def test_a_file_arrives_whole_with_what_it_quotes_though_the_bot_is_killed_as_it_sends_it(
    telegram: BotApi, bot: BotProcess, database_url: str
) -> None:
    killed = asyncio.Event()

    async def kill() -> None:
        await bot.kill()
        killed.set()

    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    await bot.stop()
    with administration(database_url) as connection:
        connection.execute(
            "INSERT INTO telegram_messages "
            "(bot_id, chat_id, part, state, content, entities, file_name, file, quoted_id, created_at) VALUES "
            """(1000, 1, 0, 'waiting', 'Here.', '[{"type": "bold", "offset": 0, "length": 4}]', 'all.json', %s, 1, """
            "now())",
            [CONTENT],
        )
    telegram.add_fault(Fault(method="sendDocument", callback=kill, error=Dropped(), times=1))
    await bot.launch()
    await killed.wait()
    await bot.start()
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    (sent,) = files(telegram)
    assert telegram.file(sent.message_id) == CONTENT
    assert (sent.text, sent.reply_to) == ("Here.", 1)
    assert [(it.type, it.length) for it in sent.entities] == [("bold", 4)]
    with administration(database_url) as connection:
        rows = connection.execute("SELECT state, content, file, message_id FROM telegram_messages ORDER BY id DESC")
        assert ("sent", None, None, sent.message_id) in rows.fetchall()
