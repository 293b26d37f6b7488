"""Requests as they are sent: what a request has from the one before is the same as if it were made anew."""

from dataclasses import replace

import pytest

from bot.kit.prompt_text import own
from bot.model.chat_completions import chat_body
from bot.model.dialect import Caching, Dialect
from bot.model.rendering import Asking
from bot.model.seam import ModelRequest
from bot.model.values import (
    AssistantMessage,
    MadeOfEach,
    Message,
    Picture,
    Reasoning,
    ToolCall,
    ToolResult,
    ToolSpec,
    UserMessage,
)

PICTURE = Picture(key="seen", media_type="image/png", width=2, height=1, size=3)
MESSAGES: list[Message] = [
    UserMessage(own("Grüß dich 👋"), note=own("A note")),
    AssistantMessage("", (ToolCall("1", "look", '{"at": "it"}'),), reasoning=Reasoning("one", "thought", '"Well"')),
    ToolResult("1", own("Seen.")),
    AssistantMessage('It is "there".'),
    UserMessage(own("This?"), pictures=(PICTURE,)),
    AssistantMessage("Yes."),
    UserMessage(own("Thanks")),
]
TOOLS = (ToolSpec.of("look", "Looks", {"type": "object"}), ToolSpec.of("tell", "Tells", {"type": "object"}))
REQUEST = ModelRequest(cache_key="key", system_prompt="Be brief 💾", tools=TOOLS, messages=MESSAGES)


def sent(request: ModelRequest, model: str = "one", seen: bytes | None = b"abc") -> bytes:
    """Return the request's body for a model, when its picture is there or gone."""
    dialect = Dialect(model=model, most_caching=Caching.BREAKPOINTS)
    return chat_body(Asking(request=request, offered=request.tools, dialect=dialect, picture=lambda _: seen))


def test_a_request_that_continues_another_is_as_if_made_anew() -> None:
    made = MadeOfEach()
    for until in range(1, len(MESSAGES) + 1):
        alone = replace(REQUEST, messages=MESSAGES[:until], made=MadeOfEach())
        for model, seen in (("one", b"abc"), ("other", b"abc"), ("one", None)):
            assert sent(replace(alone, made=made), model, seen) == sent(alone, model, seen)


def test_a_request_whose_messages_have_changed_is_as_if_made_anew() -> None:
    made = MadeOfEach()
    sent(replace(REQUEST, made=made))
    for changed in (MESSAGES[2:], [UserMessage(own("Hello")), *MESSAGES[1:]], [], MESSAGES):
        now = replace(REQUEST, messages=changed, tools=TOOLS[:1], made=MadeOfEach())
        assert sent(replace(now, made=made)) == sent(now)


@pytest.mark.parametrize(("server", "goes_back"), [("", True), ("here", True), ("elsewhere", False)])
def test_reasoning_goes_back_to_its_own_server_and_where_none_was_noted(server: str, *, goes_back: bool) -> None:
    its = Reasoning("one", "reasoning_content", '"Well"', server)
    called = AssistantMessage("", (ToolCall("1", "look", "{}"),), reasoning=its)
    asking = Asking(
        request=replace(REQUEST, messages=[called]), offered=(), dialect=Dialect(model="one", server="here")
    )
    assert (b'"reasoning_content":"Well"' in chat_body(asking)) == goes_back


def test_of_what_stays_nothing_is_made_again() -> None:
    made, worked = MadeOfEach(), list[str]()

    def make(item: str) -> str:
        worked.append(item)
        return item.upper()

    for items in ("ab", "abc", "xbc"):
        assert made.for_each("upper", make, items) == [*items.upper()]
    assert "".join(worked) == "abcxbc"


def test_a_tool_goes_in_the_order_of_its_own_schema() -> None:
    schema = {
        "type": "object",
        "properties": {"at": {"type": "string", "description": "Où\n", "minLength": 1.0}},
    }
    other = dict(reversed(schema.items()))
    tools = [ToolSpec.of("look", '"Looks"', its) for its in (schema, other, schema)]
    assert tools[0] is tools[2]
    first = '{"type":"object","properties":{"at":{"type":"string","description":"Où\\n","minLength":1.0}}}'
    second = '{"properties":{"at":{"type":"string","description":"Où\\n","minLength":1.0}},"type":"object"}'
    shown = ",".join(
        f'{{"type":"function","function":{{"name":"look","description":"\\"Looks\\"","parameters":{its}}}}}'
        for its in (first, second, first)
    )
    assert f'"tools":[{shown}]'.encode() in sent(replace(REQUEST, tools=tools))
