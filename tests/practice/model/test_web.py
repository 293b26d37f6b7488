"""The practice model reads links and searches the web."""

import pytest

from practice.model.phrases import NO_TOOL
from tests.practice.model.dialogue import Chat

MARK = "[Not the user's words: found on the web]"
PAGE = f"{MARK}\n> http://x.example/ferry, part 1 of 2\n> # The ferry\n> \n> It sails at noon."
HITS = f"{MARK}\n> 1. The ferry\n> http://x.example/ferry\n> 2026-11-02\n> It sails at noon."
TOOLS = ("fetch_page", "web_search")


@pytest.mark.parametrize("text", ["http://x.example/ferry", "Please open http://x.example/ferry."])
def test_a_link_is_read(text: str) -> None:
    chat = Chat(tool=lambda *_: PAGE, tools=TOOLS)
    assert "I have read http://x.example/ferry. It begins: “It sails at noon.”" in chat.say(text)
    assert chat.calls == [("fetch_page", {"url": "http://x.example/ferry"})]


def test_the_web_is_searched() -> None:
    chat = Chat(tool=lambda *_: HITS, tools=TOOLS)
    assert "I found this on the web:\n- The ferry: http://x.example/ferry" in chat.say("Search the web for the ferry")
    assert chat.calls == [("web_search", {"query": "the ferry"})]


def test_what_fails_and_what_waits_is_said() -> None:
    failing = Chat(tool=lambda *_: "There is no page at this address.", tools=TOOLS)
    assert "There is no page at this address." in failing.say("http://x.example/")
    waiting = Chat(tool=lambda *_: "Nothing is done yet: the user sees below …", tools=TOOLS)
    assert "waits for your button" in waiting.say("http://x.example/")


def test_without_the_tools_nothing_is_read() -> None:
    assert NO_TOOL in Chat().say("http://x.example/")
