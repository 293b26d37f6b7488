"""What a phone's share sheet sends is read whole."""

import psycopg
from psycopg.rows import TupleRow

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Contact, Location, Venue
from tests.process import BotProcess, Script, said

MARK = "[Not the user's words: "
BEHIND = f'{MARK}the address of the link "here"]'
PREVIEW = f"{MARK}the address of a preview]"
CARD = "BEGIN:VCARD\nVERSION:3.0\nORG:The Yard\nEMAIL:bob@yard.example\nTEL:+441234\nEND:VCARD"


async def test_several_shared_things_are_one_turn(
    telegram: BotApi, bot: BotProcess, model: Script, connection: psycopg.AsyncConnection[TupleRow]
) -> None:
    await bot.stop()
    telegram.send(Contact("+44 1234", "Bob", "Builder", CARD))
    telegram.send(Location(53.8, -1.5))
    telegram.send(Venue("The Yard", "1 Long Lane", Location(53.8, -1.5)))
    telegram.send_text("The Yard reopens\nhttps://yard.example/news?id=7#top")
    telegram.share("The ferry, see here", {"here": "https://ferry.example/a"}, preview="https://ferry.example/b")
    telegram.send_text("Is it true? https://yard.example", quote="We reopen", origin="Bob")
    await bot.start()
    await bot.answered(1)
    assert said(model.requests[0].request) == [
        f"{MARK}a contact]\n> Bob Builder, +44 1234, The Yard, bob@yard.example",
        "[Location: 53.8, -1.5]",
        f"[Location: 53.8, -1.5]\n{MARK}a place]\n> The Yard, 1 Long Lane",
        "The Yard reopens\nhttps://yard.example/news?id=7#top",
        f"The ferry, see here\n{BEHIND}\n> https://ferry.example/a\n{PREVIEW}\n> https://ferry.example/b",
        f'{MARK}quoted from "Bob"]\n> We reopen\n\nIs it true? https://yard.example',
    ]
    assert len(model.requests) == 1
    turns = await (await connection.execute("SELECT count(*) FROM agent_turns")).fetchone()
    assert turns == (1,)
