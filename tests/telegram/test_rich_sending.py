"""A rich message is sent once, or its texts are, whatever the server knows and whenever the bot dies."""

import pytest

from bot.telegram.formatting import format_reply
from bot.telegram.texts import Button, Rich, Text, with_rich_buttons
from tests.telegram.test_sender import CHAT, Sending, sending  # noqa: F401 - a fixture

LONG = "\n\n".join(f"Paragraph {n}: {'word ' * 50}" for n in range(40))
UNDO = [[Button("Undo", "undo:1")]]


def texts(markdown: str = LONG) -> list[Text]:
    """Return a rich answer with a button."""
    found = format_reply(markdown, is_rich=True)
    found[-1] = Text(found[-1].text, buttons=UNDO, about="it", group=found[-1].group, rich=found[-1].rich)
    return with_rich_buttons(found)


async def test_a_rich_message_takes_the_place_of_its_texts(sending: Sending) -> None:  # noqa: F811
    await sending.send(*texts(), Text("Next"))
    rich, after = sending.shown
    assert rich.extra["rich_message"]
    assert "Paragraph 39" in rich.text
    assert [it.callback_data for row in rich.keyboard for it in row] == ["undo:1"]
    assert after.text == "Next"
    assert await sending.waits() == 0
    async with sending.database.transaction() as tx:
        assert await sending.outbox.about(tx, CHAT, "it") == [rich.message_id]


@pytest.mark.parametrize("why", ["older", "refused"])
async def test_without_rich_messages_its_texts_are_sent(sending: Sending, why: str) -> None:  # noqa: F811
    if why == "older":
        sending.telegram.play_older("sendRichMessage", "rich_message")
    else:
        sending.telegram.fail("sendRichMessage", error_code=400, description="Bad Request: RICH_MESSAGE_TOO_DEEP")
    shown = await sending.send(*texts(), Text("Next"))
    assert shown == [*(it.text for it in texts()), "Next"]
    await sending.send(*texts())
    assert [it.callback_data for row in sending.shown[-1].keyboard for it in row] == ["undo:1"]
    assert sending.calls("sendRichMessage") == (1 if why == "older" else 2)


@pytest.mark.parametrize("is_known", [True, False])
async def test_a_preview_is_replaced(sending: Sending, *, is_known: bool) -> None:  # noqa: F811
    if not is_known:
        sending.telegram.play_older("sendRichMessage", "rich_message")
    preview = await sending.sender.preview(Text("Paragr …"))
    first, *others = texts()
    await sending.send(Text(first.text, rich=first.rich, group=first.group, replaces=preview), *others)
    assert sending.shown[0].message_id == preview
    assert ("rich_message" in sending.shown[0].extra) is is_known
    assert any("rich_message" in it.parameters for it in sending.telegram.calls) is is_known
    assert len(sending.shown) == (1 if is_known else len(texts()))
    assert "".join(it.text for it in sending.shown).count("Paragraph 39:") == 1


async def test_a_failed_connection_is_tried_again_as_rich(sending: Sending) -> None:  # noqa: F811
    sending.telegram.fail("sendRichMessage", error_code=502, times=1)
    await sending.send(*texts())
    (rich,) = sending.shown
    assert rich.extra["rich_message"]


async def test_an_edit_of_a_rich_message_that_is_refused_leaves_it(sending: Sending) -> None:  # noqa: F811
    await sending.send(*texts("- [ ] a"))
    before = sending.shown
    sending.telegram.fail("editMessageText", error_code=400, description="Bad Request: message can't be edited")
    await sending.send(Text("", rich=Rich([{"type": "paragraph", "text": "b"}]), replaces=before[0].message_id))
    assert sending.shown == before
    assert await sending.waits() == 0
