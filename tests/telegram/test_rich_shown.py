"""A rich message that a chat shows is read as data: its words, its footer, its buttons."""

from dataclasses import replace

import pytest
from telegram import Message

from bot.telegram.attachments import text_of
from bot.telegram.formatting import bold, format_reply, struck
from bot.telegram.formatting.lines import with_line
from bot.telegram.formatting.rich_text import concat
from bot.telegram.rich import Block, button, is_right_to_left
from bot.telegram.rich_shown import redrawn, shown_rich
from bot.telegram.texts import Button, Text
from practice.telegram.rich_blocks import blocks_of

TABLE = "Here:\n\n| a |\n|--|\n| 🙂 |\n\n1. one\n2. two"
LINES = concat(["💾 Remembered: 🙂 ", bold("tea"), "\n", struck("🗑 Forgot: x")])
UNDO = [[Button("Undo", "undo:1")]]


def received(*blocks: Block) -> Message:
    """Return a message with blocks as Telegram shows them."""
    raw = {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}}
    found = Message.de_json(raw | {"rich_message": {"blocks": blocks_of({"blocks": [*blocks]})}}, None)
    assert found
    return found


def answer() -> Text:
    """Return a rich answer with lines below."""
    (one,) = format_reply(TABLE, [LINES], is_rich=True)
    return one


def test_what_is_shown_is_sent_again_as_it_was() -> None:
    sent = answer()
    assert sent.rich
    shown = shown_rich(received(*sent.rich.blocks), UNDO)
    assert shown
    assert shown.text == LINES.text
    units = shown.text.encode("utf-16-le")
    styled = [
        (it.type, units[2 * it.offset : 2 * (it.offset + it.length)].decode("utf-16-le")) for it in shown.entities
    ]
    assert styled == [("bold", "tea"), ("strikethrough", "🗑 Forgot: x")]
    again = redrawn(shown)
    assert again.rich
    assert (again.text, again.entities) == ("", ())
    assert again.rich.blocks == sent.rich.blocks
    assert again.rich.buttons == UNDO


def test_a_changed_line_changes_the_footer_only() -> None:
    sent = answer()
    assert sent.rich
    shown = shown_rich(received(*sent.rich.blocks), UNDO)
    assert shown
    again = redrawn(replace(with_line(shown, 0, "↩️ Undone", is_struck=True), buttons=()))
    assert again.rich
    assert again.rich.blocks[:-1] == sent.rich.blocks[:-1]
    undone = {"type": "strikethrough", "text": "↩️ Undone"}
    assert again.rich.blocks[-1]["text"] == [undone, "\n", {"type": "strikethrough", "text": "🗑 Forgot: x"}]
    assert again.rich.buttons == []


def test_buttons_inside_stay_inside() -> None:
    item = button("☐ milk", "item:1", style="link")
    inside: Block = {"type": "paragraph", "text": [{"type": "button", "button": item}]}
    shown = shown_rich(received(inside), UNDO)
    assert shown
    assert [[it.data for it in row] for row in shown.buttons] == [["item:1"], ["undo:1"]]
    again = redrawn(shown)
    assert again.rich
    assert (again.rich.blocks, again.rich.buttons) == ([inside], UNDO)


def test_a_text_is_no_rich_message() -> None:
    raw = {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}, "text": "Hi"}
    message = Message.de_json(raw, None)
    assert message
    assert shown_rich(message, ()) is None
    assert text_of(message) == "Hi"
    assert redrawn(Text("Hi")) == Text("Hi")
    assert redrawn(answer()) == answer()  # one that was not shown yet


@pytest.mark.parametrize("odd", [None, "x", [], {}, {"blocks": None}, {"blocks": ["x", {"type": 1, "text": 5}]}])
def test_odd_ones_are_read_without_an_error(odd: object) -> None:
    raw = {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}, "rich_message": odd}
    message = Message.de_json(raw, None)
    assert message
    assert text_of(message) == ""
    shown_rich(message, ())


def test_its_words_are_read_when_it_is_forwarded_or_replied_to() -> None:
    sent = answer()
    assert sent.rich
    said = text_of(received(*sent.rich.blocks))
    assert said == f"Here:\na\n🙂\none\ntwo\n{LINES.text}"


@pytest.mark.parametrize(("text", "expected"), [("שלום OK", True), ("مرحبا", True), ("Hello ש", False), ("5", False)])
def test_the_direction_is_that_of_most_letters(text: str, *, expected: bool) -> None:
    assert is_right_to_left([{"type": "paragraph", "text": [text, {"type": "bold", "text": "1"}]}]) is expected
