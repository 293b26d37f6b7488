"""The beginning of an answer, once the bot knows that it is shown."""

import psycopg
from sqlalchemy import make_url

from practice.telegram.bot_api import BotApi


async def shown(telegram: BotApi, beginning: str, database_url: str) -> int:
    """Wait until an answer's beginning is shown and the bot has noted where; return its message's id.

    A bot that is ended between the two shows the answer once more.
    """
    message = await telegram.bot_message(beginning)
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    async with await psycopg.AsyncConnection.connect(plain, autocommit=True) as connection:
        noted = "SELECT FROM telegram_messages WHERE message_id = %s"
        while not (await connection.execute(noted, [message.message_id])).rowcount:
            pass  # the database is the only witness
    return message.message_id
