"""An edit of the last question is answered anew, in place; an earlier one's when its user wants."""

import psycopg
import pytest
from sqlalchemy import make_url

from practice.model.pictures import seen_in
from practice.model.server import Refusal, Reply
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Photo
from tests.pressing import pressed
from tests.process import BotProcess, Script, call, said
from tests.sent_files import photo

LONG = "\n\n".join(
    f"Paragraph {number}: " + " ".join(f"words and words {word}" for word in range(50)) for number in range(8)
)
"""Longer than one Telegram message."""


def bubbles(telegram: BotApi) -> list[str]:
    """Return the texts of the bot's messages."""
    return [it.text for it in telegram.messages() if it.from_bot]


def rows(url: str, query: str) -> list[tuple[object, ...]]:
    """Ask the database."""
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        return connection.execute(query).fetchall()


async def test_an_answer_is_replaced_in_place(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    model.then(LONG)
    asked = telegram.send_text("What is the cabital of France?")
    first = await telegram.bot_message("Paragraph 0", after=asked)
    await telegram.bot_message("Paragraph 7", after=asked)
    await bot.answered(2)
    telegram.edit_text(asked, "What is the capital of France?")
    await telegram.wait_for(lambda: bubbles(telegram) == ["Echo: Hello", "Echo: What is the capital of France?"])
    assert telegram.messages()[-1].message_id == first.message_id
    await bot.answered(3)
    assert said(model.requests[-1].request) == ["Hello", "What is the capital of France?"]
    before, after = (model.requests[at].prompt for at in (0, 2))
    assert after.startswith(before.removesuffix("]"))
    model.then(LONG)
    telegram.edit_text(asked, "What is the capital of Spain?")
    await telegram.wait_for(lambda: len(bubbles(telegram)) > 2)
    await bot.answered(4)
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    assert said(model.requests[-1].request) == ["Hello", "What is the capital of Spain?", "And now?"]
    states = rows(database_url, "SELECT state FROM agent_turns ORDER BY id")
    assert [state for (state,) in states][:4] == ["answered", "superseded", "superseded", "answered"]
    found = await telegram.bot_message("", after=telegram.send_text("/search cabital"))
    assert "cabital" not in found.text.replace("/search cabital", "").replace("“cabital”", "")


@pytest.mark.usefixtures("bot")
async def test_what_the_old_answer_stored_is_undone(telegram: BotApi, model: Script) -> None:
    model.then(call("add_to_memory", content="The user's boss is Alec", category="person"), "Noted.")
    asked = telegram.send_text("Remember: my boss is Alec")
    await telegram.bot_message("Noted.", after=asked)
    model.then(call("add_to_memory", content="The user's boss is Alexa", category="person"), "Noted, Alexa.")
    telegram.edit_text(asked, "Remember: my boss is Alexa")
    await telegram.bot_message("Noted, Alexa.", after=asked)
    listed = await telegram.bot_message("memories", after=telegram.send_text("/memory"))
    assert "Alexa" in listed.text
    assert "boss is Alec\n" not in f"{listed.text}\n"


async def test_what_was_accepted_of_the_old_answer_is_undone(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    model.then(call("add_to_memory", content="The user's boss is Alec", category="person", user_asked=False), "Alec?")
    asked = telegram.send_text("My boss is Alec")
    await pressed(telegram, await telegram.bot_message("Alec?", after=asked), "Remember")
    await bot.answered(1)
    model.then(call("add_to_memory", content="The user's boss is Zoe", category="person", user_asked=False), "Zoe?")
    telegram.edit_text(asked, "My boss is Zoe")
    answer = await telegram.bot_message("💾 Remember: Your boss is Zoe", after=asked)
    await bot.answered(2)
    listed = await telegram.bot_message("remember anything yet", after=telegram.send_text("/memory"))
    assert "Alec" not in listed.text
    await pressed(telegram, answer, "Remember")


async def test_an_edit_while_the_answer_is_written_stops_it(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    model.then(model.slow("One two three four five six seven eight nine ten " * 20, seconds=0.05))
    asked = telegram.send_text("Count to ten")
    preview = await telegram.bot_message("One two", after=asked)
    telegram.edit_text(asked, "Count to three")
    await telegram.wait_for(lambda: bubbles(telegram) == ["Echo: Count to three"])
    assert telegram.messages()[-1].message_id == preview.message_id
    await bot.answered(1)
    assert said(model.requests[-1].request) == ["Count to three"]


async def test_an_edit_that_changes_nothing_does_nothing(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    asked = telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello", after=asked)
    await bot.answered(1)
    telegram.edit_text(asked, "Hello")
    await telegram.bot_message("Echo: Bye", after=telegram.send_text("Bye"))
    assert len(model.requests) == 2
    assert bubbles(telegram) == ["Echo: Hello", "Echo: Bye"]


async def test_an_earlier_message_is_answered_anew_when_its_user_wants(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    first = telegram.send_text("One")
    await telegram.bot_message("Echo: One", after=first)
    await telegram.bot_message("Echo: Two", after=telegram.send_text("Two"))
    await bot.answered(2)
    telegram.edit_text(first, "Uno")
    offer = await telegram.bot_message("You edited an earlier message", after=first)
    assert offer.reply_to == first
    assert len(model.requests) == 2
    telegram.press(offer.message_id, offer.keyboard[0][0].callback_data)
    await telegram.wait_for(lambda: bubbles(telegram) == ["Echo: Uno"])
    await bot.answered(3)
    assert said(model.requests[-1].request) == ["Uno"]
    await telegram.bot_message("Echo: Three", after=telegram.send_text("Three"))
    assert said(model.requests[-1].request) == ["Uno", "Three"]


async def test_an_edit_survives_a_kill(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    asked = telegram.send_text("Hello")
    first = await telegram.bot_message("Echo: Hello", after=asked)
    await bot.answered(1)
    model.then(model.slow("Goodbye, and goodbye. " * 30, seconds=0.05), "Bye.")
    telegram.edit_text(asked, "Goodbye")
    await telegram.wait_for(lambda: len(model.requests) == 2 or None)
    await bot.kill()
    await bot.start()
    await telegram.wait_for(lambda: bubbles(telegram) == ["Bye."])
    assert telegram.messages()[-1].message_id == first.message_id


async def test_an_answer_is_below_what_was_said_last(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    model.then(Reply(error=Refusal(400, "It went wrong")))
    first = telegram.send_text("One")
    await telegram.bot_message("/retry", after=first)
    last = telegram.send_text("Two")
    await telegram.bot_message("Two", after=last)
    await bot.answered(1)
    telegram.edit_text(first, "Uno")
    await bot.answered(2)
    await telegram.wait_for(lambda: len(bubbles(telegram)) == 1)
    (answer,) = (it for it in telegram.messages() if it.from_bot)
    assert answer.message_id > last
    assert said(model.requests[-1].request) == ["Uno", "Two"]


async def test_the_caption_of_a_picture_of_an_album_is_edited_alone(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    sent = [
        telegram.send(Photo(photo(colour, (64, 48))), caption=caption, album="7")
        for colour, caption in (("red", "Is this red?"), ("blue", "And this?"))
    ]
    await telegram.bot_message("Echo", after=sent[1])
    await bot.answered(1)
    telegram.edit_caption(sent[1], "And is this blue?")
    await bot.answered(2)
    assert said(model.requests[-1].request) == ["Is this red?\nAnd is this blue?\n[photo]\n[photo]"]
    assert [it.colour for it in seen_in(model.requests[-1].request.messages)] == ["red", "blue"]
    telegram.edit_caption(sent[0], "")
    await bot.answered(3)
    assert said(model.requests[-1].request) == ["And is this blue?\n[photo]\n[photo]"]
    assert len(telegram.downloads) == 2
    for picture in sent:
        telegram.touch(picture)
    await telegram.bot_message("Echo: Bye", after=telegram.send_text("Bye"))
    assert len(model.requests) == 4


async def test_a_late_picture_of_an_album_is_edited_alone(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    first = telegram.send(Photo(photo("red", (64, 48))), caption="Is this red?", album="7")
    await bot.answered(1)
    late = telegram.send(Photo(photo("blue", (64, 48))), caption="And this?", album="7")
    await bot.answered(2)
    telegram.touch(late)
    telegram.edit_caption(late, "And is this blue?")
    await bot.answered(3)
    assert said(model.requests[-1].request) == [
        "Is this red?\n[photo]",
        "[More of the album above]\nAnd is this blue?\n[photo]",
    ]
    assert len(model.requests) == 3
    assert first < late
