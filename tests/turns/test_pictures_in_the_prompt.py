"""Pictures leave a prompt before words do, in batches, and what they showed is told in a summary."""

import asyncio
import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from sqlalchemy import text as sql

from bot.turns.budget import BEGUN, MOST_PICTURES
from bot.turns.values.attachments import SentFile
from practice.model.server import Received, Refusal, Reply
from tests.file_chat import FileChat
from tests.pictures import photo
from tests.process import Script, is_description
from tests.turns.test_preparation import sent


def parts(request: Received) -> list[list[str]]:
    """Return the kinds of the parts of each message that has several."""
    messages = json.loads(request.body)["messages"]
    return [[part["type"] for part in it["content"]] for it in messages if isinstance(it["content"], list)]


def texts(request: Received) -> str:
    """Return the texts of a request."""

    def text(content: Any) -> str:
        return content if isinstance(content, str) else content[0]["text"]

    return "\n".join(text(it["content"]) for it in json.loads(request.body)["messages"])


def split(model: Script) -> tuple[list[Received], list[Received]]:
    """Return the requests for answers, and those for descriptions."""
    described = [request for request in model.requests if is_description(request.request)]
    return [request for request in model.requests if request not in described], described


async def described(chat: FileChat, number: int) -> None:
    """Wait until a number of messages have their pictures described."""
    found = 0
    async with asyncio.timeout(20):
        while found < number:
            await asyncio.sleep(0.01)
            async with chat.database.transaction() as tx:
                found = await tx.connection.scalar(sql("SELECT count(*) FROM agent_messages WHERE seen <> ''")) or 0
    assert found == number


def show(chat: FileChat, number: int) -> SentFile:
    """Return a picture, of a width of its own."""
    chat.channel.files[f"{number}"] = photo("red", (64 + number, 64))
    return sent(f"{number}")


def changes(requests: Sequence[Received]) -> list[int]:
    """Return the requests that do not begin with the one before."""
    messages = [request.prompt for request in requests]
    return [at for at, (a, b) in enumerate(pairwise(messages), 1) if not b.startswith(a.removesuffix("]"))]


def in_words(number: int) -> str:
    """Return what is left of a message with a picture."""
    seen = f"[Not the user's words: what it showed]\n> a picture of {64 + number} by 64 pixels, mostly red"
    return f"Question {number}?\n[photo]\n[The picture is no longer shown]\n{seen}"


async def test_pictures_leave_the_prompt_in_batches_and_stay_in_words(chat: FileChat, model: Script) -> None:
    most = MOST_PICTURES
    for number in range(most + 3):
        model.then(f"Answer {number}.")
        await chat.say(f"Question {number}?", show(chat, number))
        if BEGUN * most < number + 1 <= most:
            await described(chat, number + 1 - round(0.4 * most))
    answers, asked = split(model)
    pictures = [sum(kinds.count("image_url") for kinds in parts(request)) for request in answers]
    assert pictures == [*range(1, most + 1), most // 2, most // 2 + 1, most // 2 + 2]
    last = texts(answers[-1])
    left = most // 2 + 1
    assert all(f"Question {number}?\n[photo]" in last for number in range(most + 3))
    assert all(in_words(number) in last for number in range(left))
    assert last.count("no longer shown") == left
    assert changes(answers) == [most]
    assert len(asked) == round(0.6 * most)  # each picture once
    async with chat.database.transaction() as tx:
        total = await tx.connection.scalar(sql("SELECT count(*) FROM agent_usage WHERE purpose = 'summary'"))
    assert total == len(asked)


async def test_pictures_that_left_without_words_get_them_later(chat: FileChat, model: Script) -> None:
    model.is_blind = True
    for number in range(3):
        await chat.say(f"Album {number}?", *(show(chat, 10 * number + at) for at in range(10)))
    last = texts(split(model)[0][-1])
    assert last.count("\n[The 10 pictures are no longer shown]") == 2
    assert "what they showed" not in last
    model.is_blind = False
    await chat.say("And now?")
    await described(chat, 2)
    await chat.say("And now?")
    await chat.say("And again?")
    answers, _ = split(model)
    assert "[The 10 pictures are no longer shown]\n[Not the user's words: what they showed]\n> " in texts(answers[-1])
    assert texts(answers[-1]).count("> a picture of ") == 20
    assert changes(answers) == [2, 4]


async def test_pictures_that_are_too_many_for_a_turn_are_described(chat: FileChat, model: Script) -> None:
    busy = Reply(error=Refusal(400, "Busy"))
    model.then(*(f"Description {number}." for number in range(4)), busy, *("Description." for _ in range(5)))
    await chat.say("What are these?", *(show(chat, number) for number in range(30)))
    asked = len(model.requests)
    model.then("Description.", "Many.", "Still many.", "One.")
    await chat.retry()
    assert len(model.requests) == asked + 2  # the one that is missing, and the answer
    answer = json.loads(model.requests[-1].body)["messages"][-1]["content"]
    assert [part["type"] for part in answer] == ["text", *["image_url"] * MOST_PICTURES]
    lines = answer[0]["text"].partition("What are these?\n")[2].split("\n")
    assert lines[:20] == ["[photo]"] * 20
    assert lines[20::2] == ["[Not the user's words: photo]"] * 10
    assert all(line.startswith("> Description") for line in lines[21::2])
    await chat.say("Really?")
    assert changes(split(model)[0][-2:]) == []
    await chat.say("And this one?", show(chat, 25))  # one that was too many is shown when it comes again
    assert parts(split(model)[0][-1])[-1] == ["text", "image_url"]


async def test_a_new_conversation_carries_words_and_the_newest_pictures(chat: FileChat, model: Script) -> None:
    chat.channel.files |= {"first": photo("red", (1_500, 1_500)), "last": photo("blue", (1_500, 1_500))}
    model.then("Red.", "Blue.", "The first one is red.")
    await chat.say("What is this?", sent("first"))
    await chat.say("And this?", sent("last"))
    async with chat.database.transaction() as tx:
        await tx.connection.execute(sql("UPDATE agent_conversations SET last_message_at = now() - interval '5 hours'"))
    await chat.say("What was the first?")
    await described(chat, 1)
    answers, _ = split(model)
    assert parts(answers[-1]) == [["text", "image_url"]]
    assert "What is this?\n[photo]\n[The picture is no longer shown]" in texts(answers[-1])
    assert texts(answers[-1]).count("And this?\n[photo]") == 1
    model.then("Red, as I said.", "Yes.")
    await chat.say("Which?")
    await chat.say("Sure?")
    answers, _ = split(model)
    assert "what it showed]\n> a picture of 1500 by 1500 pixels, mostly red" in texts(answers[-1])
    assert changes(answers[2:]) == [1]
