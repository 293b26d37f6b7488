"""What a server refuses is left out at once, and from then on; nothing else is."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.kit.errors import ModelError
from bot.kit.prompt_text import own
from bot.model.dialect import ANSWER_TOKENS, Api, Part
from bot.model.refused_parts import Refusals
from bot.model.seam import ModelRequest
from bot.model.values import AssistantMessage, Effort, ToolCall, ToolResult, ToolSpec, UserMessage
from practice.model.server import Refusal, Reply
from tests.process import Script
from tests.talking import talking_to

TOOL = ToolSpec.of("note", "Notes a word.", {"type": "object", "properties": {}})
REQUEST = ModelRequest(cache_key="whose", system_prompt="Be kind.", tools=[TOOL], messages=[UserMessage(own("Hello"))])
LAST_STEP = replace(REQUEST, may_call=False)
THINKING = replace(REQUEST, effort=Effort.LOW)
CALLED = AssistantMessage("", (ToolCall("1", "note", "{}"),))
AFTER_CALLS = replace(REQUEST, messages=[UserMessage(own("Hello")), CALLED, ToolResult("1", own("Noted."))])
TOO_LARGE = (
    f"max_tokens is too large: {ANSWER_TOKENS}. This model supports at most 8192 completion tokens, whereas you "
    f"provided {ANSWER_TOKENS}."
)
VLLM = (
    f"'max_tokens' or 'max_completion_tokens' is too large: {ANSWER_TOKENS}. This model's maximum context length is "
    f"8192 tokens and your request has 20 input tokens ({ANSWER_TOKENS} > 8192 - 20)."
)
SENT = ("stream", "stream_options", "tool_choice", "reasoning_effort", "max_tokens", "max_completion_tokens")


def sent(script: Script) -> dict[str, Any]:
    """Return what the newest request holds that not every server takes."""
    body = json.loads(script.requests[-1].body)
    return {name: body[name] for name in SENT if name in body} | {"role": body["messages"][0]["role"]}


USUAL = {"stream": True, "stream_options": {"include_usage": True}, "max_tokens": ANSWER_TOKENS, "role": "system"}
UNSTREAMED = {"max_tokens": ANSWER_TOKENS, "role": "system"}
NO_OPTIONS = {name: value for name, value in USUAL.items() if name != "stream_options"}
UNBOUNDED = {name: value for name, value in USUAL.items() if name != "max_tokens"}
CASES = {
    "stream_options, by FastAPI's 422": (
        *(REQUEST, Refusal(422, "[{'type': 'extra_forbidden', 'loc': ['body', 'stream_options']}]")),
        *(NO_OPTIONS, Part.STREAM_OPTIONS),
    ),
    "stream, to an organisation that is not verified": (
        *(REQUEST, Refusal(400, "Your organization must be verified to stream this model.", param="stream")),
        *(UNSTREAMED, Part.STREAM),
    ),
    "tool_choice": (
        *(LAST_STEP, Refusal(400, "Unknown parameter: 'tool_choice'.", param="tool_choice")),
        *(USUAL, Part.TOOL_CHOICE),
    ),
    "the system role, with another in its place": (
        *(REQUEST, Refusal(400, "'messages[0].role' does not support 'system' with this model. Use 'developer'.")),
        *(USUAL | {"role": "developer"}, Part.SYSTEM),
    ),
    "an effort of none": (
        replace(REQUEST, effort=Effort.NONE),
        Refusal(400, "Unsupported value: 'none' is not supported. Supported values are: 'low', 'medium', and 'max'."),
        *(USUAL | {"reasoning_effort": "low"}, Part.EFFORT),
    ),
    "any effort": (
        *(THINKING, Refusal(400, "Unsupported parameter: 'reasoning_effort' is not supported with this model.")),
        *(USUAL, Part.EFFORT),
    ),
    "so long an answer": (REQUEST, Refusal(400, TOO_LARGE), USUAL | {"max_tokens": 8192}, Part.MAX_TOKENS),
    "an answer as long as its context": (
        *(REQUEST, Refusal(400, VLLM)),
        *(UNBOUNDED | {"max_completion_tokens": ANSWER_TOKENS}, Part.MAX_TOKENS),
    ),
}


@pytest.mark.parametrize(("request_", "refusal", "then", "part"), CASES.values(), ids=CASES)
async def test_what_a_server_refuses_is_left_out_from_then_on(
    model: Script, request_: ModelRequest, refusal: Refusal, then: dict[str, Any], part: Part
) -> None:
    refusals = Refusals()
    async with talking_to(model.url, refusals=refusals) as adapter:
        model.then(Reply(error=refusal))
        assert (await adapter.answer(request_)).message.content.startswith("Echo")
        assert sent(model) == then
        assert [it.part for it in refusals.take()] == [part]
        await adapter.answer(request_)
    assert (len(model.requests), refusals.take()) == (3, [])


async def test_a_server_without_a_role_for_instructions_gets_them_with_the_first_message(model: Script) -> None:
    async with talking_to(model.url) as adapter:
        model.then(Reply(error=Refusal(400, "System role not supported")))
        await adapter.answer(AFTER_CALLS)
    first, *_ = json.loads(model.requests[-1].body)["messages"]
    assert first == {"role": "user", "content": "Be kind.\n\n---\n\nHello"}


async def test_a_refusal_of_something_else_leaves_all_as_it_is(model: Script) -> None:
    refusals = Refusals()
    async with talking_to(model.url, refusals=refusals) as adapter:
        model.then(Reply(error=Refusal(400, "We do not stream films here: include some text.")))
        with pytest.raises(ModelError):
            await adapter.answer(REQUEST)
    assert (len(model.requests), refusals.take()) == (1, [])


async def test_an_address_without_either_api_is_asked_in_the_preferred_one_again(model: Script) -> None:
    refusals = Refusals()
    wrong = model.url.removesuffix("/v1")
    async with talking_to(wrong, refusals=refusals, preferred=Api.RESPONSES) as adapter:
        with pytest.raises(ModelError):
            await adapter.answer(REQUEST)
        assert refusals.refused_by(adapter.server, adapter.name) == {}
        assert adapter.dialect.api is Api.RESPONSES


ITEMS = (
    "The encrypted content gAAA could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
    "Item with id 'rs_03' not found. Items are not persisted when `store` is set to false.",
    "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
)


@pytest.mark.parametrize("message", ITEMS)
@pytest.mark.parametrize("plays", ["gpt-5-mini"], indirect=True)
async def test_items_that_are_refused_are_left_out_whatever_the_words(model: Script, plays: str, message: str) -> None:
    async with talking_to(model.url, name=plays, preferred=Api.RESPONSES) as adapter:
        model.then(Script.raw_call("note", "{}"), Reply(error=Refusal(404 if "not found" in message else 400, message)))
        called = await adapter.answer(REQUEST)
        done = ToolResult(called.message.calls[0].id, own("Noted."))
        after = replace(REQUEST, messages=[*REQUEST.messages, called.message, done])
        await adapter.answer(after)
        assert (len(model.requests), "rs_" in model.requests[-2].prompt, "rs_" in model.requests[-1].prompt) == (
            3,
            True,
            False,
        )
        assert adapter.dialect.refused == {}
