"""The text of a message for the model tells where its links lead."""

from bot.telegram.attachments import text_of, words_of
from tests.telegram.test_attribution import message


def test_the_address_of_a_link_follows_its_words() -> None:
    link = {"type": "text_link", "offset": 8, "length": 4, "url": "https://example.org/a"}
    bold = {"type": "bold", "offset": 0, "length": 2}
    shown = message(text="😀 See this one", entities=[bold, {**link, "offset": 7}])
    assert text_of(shown) == "😀 See this (https://example.org/a) one"
    caption = message(text=None, caption="Go here", caption_entities=[{**link, "offset": 3, "length": 4}])
    assert text_of(caption) == "Go here (https://example.org/a)"


def test_an_address_that_is_its_own_words_stands_once() -> None:
    url = "https://example.org/"
    link = {"type": "text_link", "offset": 0, "length": len(url), "url": url}
    assert text_of(message(text=url, entities=[link])) == url


def test_the_address_of_a_preview_is_told_unless_the_text_has_it() -> None:
    url = "https://example.org/a"
    assert words_of(message(text="Look", link_preview_options={"url": url})) == f"[Link: {url}]"
    assert words_of(message(text="Look", link_preview_options={"url": url, "is_disabled": True})) == ""
    assert words_of(message(text=f"Look: {url}", link_preview_options={"url": url})) == ""
    hidden = {"type": "text_link", "offset": 0, "length": 4, "url": url}
    assert words_of(message(text="Look", entities=[hidden], link_preview_options={"url": url})) == ""
