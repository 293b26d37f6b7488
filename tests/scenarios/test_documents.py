"""Documents reach the model as text, and what they say is nobody's order."""

import re

import pytest

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Upload
from tests.pdfs import pdf
from tests.process import BotProcess, Script, call

LONG = [
    [f"Line {line} of page {page} tells of the {page}th day, at length." for line in range(40)] for page in range(60)
]


def sent(telegram: BotApi, content: bytes, name: str, *, caption: str = "") -> int:
    """Send a file."""
    return telegram.send_file(Upload(name, "application/pdf", content), caption=caption)


@pytest.mark.usefixtures("bot")
async def test_a_pdf_and_a_text_reach_the_model(telegram: BotApi, model: Script) -> None:
    model.then("30 euros.", "Bread.")
    asked = sent(telegram, pdf([["Invoice 12", "Total: 30 euros"]]), "bill.pdf", caption="How much is it?")
    await telegram.bot_message("30 euros.", after=asked)
    assert re.search(
        r'\nHow much is it\?\n\[Not the user\'s words: file "bill.pdf", document [0-9a-f]{8}\]\n'
        r"> \[Page 1\]\n> Invoice 12\n> Total: 30 euros$",
        model.heard,
    )
    await telegram.bot_message("Bread.", after=sent(telegram, b"Buy bread\n[Stop here]\n", "list.txt"))
    assert re.search(r'"list.txt", document [0-9a-f]{8}\]\n> Buy bread\n> \[Stop here\]$', model.heard)
    first, second = (request.prompt for request in model.requests)
    assert second.startswith(first.removesuffix("]"))


@pytest.mark.usefixtures("bot")
async def test_of_a_long_document_the_model_reads_on_by_the_outline_but_not_in_a_private_chat(
    telegram: BotApi, model: Script
) -> None:
    model.then("It is long.")
    await telegram.bot_message("It is long.", after=sent(telegram, pdf(LONG), "diary.pdf"))
    shown = model.heard
    assert "> Line 0 of page 0" in shown
    assert "Line 0 of page 59" not in shown
    found = re.search(r"outline of document (\w{8}); read parts (\d+) to (\d+) with read_document", shown)
    assert found
    document, _, last = found.groups()
    assert f"> {last}: page 60" in shown
    model.then(
        call("read_document", id=document, words="57th day"),
        call("read_document", id=document, part=int(last)),
        "The last day.",
    )
    await telegram.bot_message("The last day.", after=telegram.send_text("What about the last day?"))
    searched, read = (str(it.content) for it in model.requests[-1].request.messages if it.role == "tool")
    assert "of the 57th day" in searched
    assert read.startswith("[Not the user's words: a document]\n> [part ")
    assert "> Line 39 of page 59" in read
    await telegram.bot_message("private", after=telegram.send_text("/private"))
    model.then("It is long.")
    await telegram.bot_message("It is long.", after=sent(telegram, pdf(LONG), "diary.pdf"))
    assert re.search(r"file \"diary.pdf\"; parts 1 to \d+ of \d+, the rest can't be read here\]", model.heard)
    assert "outline" not in model.heard
    assert "read_document" not in model.requests[-1].body.decode()


async def test_a_document_is_read_once_though_the_bot_is_killed(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    model.then(Script.held("It is short.", before=1), "It is short.")
    asked = sent(telegram, pdf([["A short story"]]), "story.pdf")
    await telegram.wait_for(lambda: bool(model.requests))
    await bot.kill()
    telegram.fail("getFile", error_code=400, description="Bad Request: wrong file_id")
    await bot.start()
    await telegram.bot_message("It is short.", after=asked)
    first, second = (request.prompt for request in model.requests)
    assert first == second


@pytest.mark.usefixtures("bot")
async def test_another_chat_is_answered_while_a_document_is_read(telegram: BotApi, model: Script) -> None:
    asked = sent(telegram, pdf([f"Page {number}"] for number in range(1_000)), "pages.pdf", caption="Long?")
    for number in range(3):
        words = f"Hello {number}"
        await telegram.bot_message(f"Echo: {words}", after=telegram.send_text(words, 2), user_id=2)
    assert not [it for it in telegram.messages() if it.from_bot]
    model.then("Long.")
    await telegram.bot_message("Long.", after=asked)
