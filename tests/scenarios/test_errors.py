"""Errors of the model's server reach the chat as one sentence, and the message is kept."""

import pytest

from bot import errors
from practice.model.server import Refusal, Reply
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script, call, said, stored_id

REFUSED = [
    (Refusal(500, "the request exceeds the available context size, try increasing it"), errors.ContextTooLong),
    (Refusal(401, "Incorrect API key provided: sk-…"), errors.KeyRefused),
    (Refusal(403, "Project does not have access"), errors.KeyRefused),
    (Refusal(429, "You exceeded your current quota", code="insufficient_quota"), errors.QuotaExceeded),
    (Refusal(402, "Insufficient credits"), errors.QuotaExceeded),
    (Refusal(404, "The model does not exist", code="model_not_found"), errors.UnknownModel),
    (Refusal(400, "Invalid prompt: flagged", code="content_policy_violation"), errors.ContentRefused),
    (Refusal(400, "Something about a parameter"), errors.ModelError),
]
SPOILED = [
    (Reply(text="", finish_reason="content_filter"), errors.ContentRefused),
    (Reply(text=" "), errors.EmptyAnswer),
    (Reply(raw=(b'data: {"error": {"message": "overloaded"}}\n\n',)), errors.ModelError),
    (Reply(raw=(b"data: this is no JSON\n\n",)), errors.ModelError),
]
TRIED_AGAIN = [SPOILED[-2][0]]
"""Those that may be over in a moment."""


async def test_each_failure_is_one_sentence_and_retry_answers(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    failures = [*((Reply(error=it), error) for it, error in REFUSED), *SPOILED]
    for number, (reply, error) in enumerate(failures, start=1):
        model.then(*[reply] * (3 if reply in TRIED_AGAIN else 1))
        sent = telegram.send_text(f"Hello {number}")
        told = await telegram.bot_message(error().cause, after=sent)
        assert told.text == str(error())
        model.then("All well again.")
        await telegram.bot_message("All well again.", after=telegram.send_text("/retry"))
        await bot.answered(number)
        assert said(model.requests[-1].request) == [f"Hello {it}" for it in range(1, number + 1)]
        assert [it.role for it in model.requests[-1].request.messages] == ["system", *["user", "assistant"] * number][
            :-1
        ]


@pytest.mark.usefixtures("bot")
async def test_text_before_a_failure_stays_above_the_error_and_in_the_conversation(
    telegram: BotApi, model: Script
) -> None:
    broken = Reply(text="A few words, and then", cut_after=3)
    shown = f"A few\n\n⚠️ {errors.ServerUnreachable()}"
    model.then(broken, "Well.")
    telegram.send_text("Hello")
    assert (await telegram.bot_message("⚠️")).text == shown
    again = await telegram.bot_message("Well.", after=telegram.send_text("Are you there?"))
    assert again.text == "Well."
    assert [it.content for it in model.requests[-1].request.messages if it.role == "assistant"] == ["A few"]
    model.then(broken, "All of it.")
    telegram.send_text("Once more")
    told = await telegram.wait_for(lambda: next((it for it in telegram.messages()[-1:] if it.text == shown), None))
    answer = await telegram.bot_message("All of it.", after=telegram.send_text("/retry"))
    assert answer.text == "All of it."
    assert said(model.requests[-1].request) == ["Hello", "Are you there?", "Once more"]
    assert [it.content for it in model.requests[-1].request.messages if it.role == "assistant"] == ["A few", "Well."]
    assert (shown, ()) in [(it.text, it.keyboard) for it in telegram.messages() if it.message_id == told.message_id]


@pytest.mark.usefixtures("bot")
async def test_a_model_without_tools_chats_and_this_is_reported_once(telegram: BotApi, model: Script) -> None:
    model.server.unsupported = {"tools"}
    told = await telegram.bot_message("This model can't use tools", after=telegram.send_text("Hello"))
    for words in ("Again", "And again"):
        await telegram.bot_message(f"Echo: {words}", after=telegram.send_text(words))
    assert [it.text for it in telegram.messages() if it.from_bot] == [
        "Echo: Hello",
        told.text,
        "Echo: Again",
        "Echo: And again",
    ]
    assert len(model.refusals) == 1


async def test_an_unreachable_server_is_reported_in_the_chat(telegram: BotApi, bot_process: BotProcess) -> None:
    bot_process.settings["OPENAI_BASE_URL"] = "http://127.0.0.1:9/v1"
    bot_process.settings["OPENAI_MODEL"] = "any"
    await bot_process.start()
    telegram.send_text("Hello")
    await telegram.bot_message(str(errors.ServerUnreachable()))


@pytest.mark.parametrize("silent_after", [0, 3])
async def test_a_silent_server_is_reported(
    telegram: BotApi, model: Script, bot_process: BotProcess, silent_after: int
) -> None:
    bot_process.settings["MODEL_FIRST_CHUNK_SECONDS"] = "0.3"
    bot_process.settings["MODEL_CHUNK_SECONDS"] = "0.3"
    await bot_process.start()
    model.then(model.held("Some words and silence", before=silent_after))
    telegram.send_text("Hello")
    await telegram.bot_message(str(errors.ServerSilent()))
    telegram.send_text("/retry")
    await telegram.bot_message("Echo: Hello")


BAD_CALLS = [
    ("add_to_memory", '{"content": "The user likes tea", "category": "nonsense"}', "category"),
    ("add_to_memory", '{"content": "tea", "category": "preference"}', "at least 5 characters"),
    ("add_to_memory", '{"content": "    tea    ", "category": "preference"}', "at least 5 characters"),
    ("add_to_memory", '{"content": "' + "x" * 501 + '", "category": "preference"}', "at most 500 characters"),
    (
        "add_to_memory",
        '{"content": "The user likes tea", "category": "person", "subject": "' + "x" * 201 + '"}',
        "at most 200 characters",
    ),
    ("add_to_memory", '{"category": "preference"}', "The content is missing."),
    (
        "add_to_memory",
        '{"content": "The user likes tea", "category": "hobby"}',
        "The category must be one of: context, person, preference, project.",
    ),
    ("add_to_memory", '{"content": 12345678, "category": "preference"}', "The content is no text."),
    ("add_to_memory", '{"content": "The user likes te', "Nothing was done"),
    ("add_to_memory", '["The user likes tea"]', "Nothing was done"),
    ("add_to_memory", "", "Nothing was done"),
    ("update_memory", '{"memory_id": "zzzzzzzz", "content": "The user likes tea"}', "no memory with this id"),
    ("update_memory", '{"memory_id": "\\u0000", "content": "The user likes tea"}', "no memory with this id"),
    ("forget_memory", '{"memory_id": "zzzzzzzz"}', "no memory with this id"),
    ("forget_memory", "{}", "The memory id is missing."),
    ("no_such_tool", "{}", "There is no such tool here."),
]


@pytest.mark.usefixtures("bot")
async def test_every_bad_call_comes_back_in_words_and_stores_nothing(telegram: BotApi, model: Script) -> None:
    for number, (name, arguments, words) in enumerate(BAD_CALLS):
        model.then(model.raw_call(name, arguments), f"Answer {number}.")
        sent = telegram.send_text(f"Message {number}")
        reply = await telegram.bot_message(f"Answer {number}.", after=sent)
        assert reply.text == f"Answer {number}."
        result = model.requests[-1].request.messages[-1]
        assert result.role == "tool"
        assert words in str(result.content), (name, arguments)
    sent = telegram.send_text("/memory")
    await telegram.bot_message("I don't remember anything yet", after=sent)


@pytest.mark.usefixtures("bot")
async def test_a_known_subject_and_a_known_text_are_refused_by_name(telegram: BotApi, model: Script) -> None:
    fact = {"content": "Sarah works on the Platform team", "category": "person", "subject": "Sarah"}
    other = {"content": "Sarah has two cats", "category": "person", "subject": "  sarah "}
    model.then(
        call("add_to_memory", **fact),
        call("add_to_memory", **other),
        call("add_to_memory", **{**fact, "content": " sarah WORKS on the  platform team", "is_new": True}),
        call("add_to_memory", **other, is_new=True),
        "All done.",
    )
    telegram.send_text("Remember all of it")
    reply = await telegram.bot_message("💾")
    results = [str(it.content) for it in model.requests[-1].request.messages if it.role == "tool"]
    assert "Stored as [id:" in results[0]
    assert "Nothing was stored" in results[1]
    assert '"Sarah works on the Platform team"' in results[1]
    assert "change that one instead" in results[1]
    assert "say that it is new" in results[1]
    assert "A memory already says exactly this" in results[2]
    assert "Stored as [id:" in results[3]
    assert reply.text.count("💾 Remembered:") == 2


@pytest.mark.usefixtures("bot")
async def test_a_deleted_memory_cannot_be_updated_and_an_equal_text_makes_no_version(
    telegram: BotApi, model: Script, database_url: str
) -> None:
    assert database_url
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    telegram.send_text("Remember that I like tea")
    await telegram.bot_message("💾")
    memory_id = stored_id(model)
    model.then(
        call("update_memory", memory_id=f"[id:{memory_id}]", content="The user likes tea "),
        call("forget_memory", memory_id=memory_id),
        call("update_memory", memory_id=memory_id, content="The user likes coffee"),
        "Done.",
    )
    telegram.send_text("Do things")
    reply = await telegram.bot_message("🗑")
    results = [str(it.content) for it in model.requests[-1].request.messages if it.role == "tool"]
    assert "already says this" in results[1]
    assert "Forgotten" in results[2]
    assert "This memory is deleted." in results[3]
    assert reply.text == "Done.\n\n🗑 Forgot: You like tea"


@pytest.mark.usefixtures("bot")
async def test_several_calls_run_in_order_and_the_eighth_step_has_to_be_words(telegram: BotApi, model: Script) -> None:
    pairs = [Reply(calls=(*call("no_such", n=n).calls, *call("no_such", n=-n).calls)) for n in range(1, 8)]
    model.then(*pairs, model.raw_call("no_such", "{}"))
    telegram.send_text("Go round in circles")
    await telegram.bot_message("I couldn't finish this in one go")
    assert len(model.requests) == 8
    assert [it.request.tool_choice for it in model.requests] == [None] * 7 + ["none"]
    telegram.send_text("Still fine?")
    await telegram.bot_message("Echo: Still fine?")


async def test_an_empty_answer_is_reported_and_can_be_retried(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    shows_nothing = ["💾 Remembered: Tea is liked [a1b2c3d4]", "```\n```", "#", "&nbsp;", "\u200b"]
    for turns, nothing in enumerate(shows_nothing, start=1):
        model.then(nothing, "Here it is.")
        told = await telegram.bot_message(after=telegram.send_text("Remember that I like tea"))
        assert told.text == "The model's answer held nothing that can be shown. Send /retry to try again."
        await telegram.bot_message("Here it is.", after=telegram.send_text("/retry"))
        await bot.answered(turns)


@pytest.mark.usefixtures("bot")
async def test_what_small_models_write_is_understood(telegram: BotApi, model: Script) -> None:
    model.then(
        '<think>I should store that.</think>{"name": "add_to_memory", "arguments": '
        '{"content": "The user likes tea", "category": "preference"}}',
        Reply(text="<think>Done, say so.</think>\n\nYou like tea.", reasoning="They like tea."),
        '```json\n{"title": "no call at all"}\n```',
    )
    telegram.send_text("Remember that I like tea")
    reply = await telegram.bot_message("💾")
    assert reply.text.startswith("You like tea.\n\n💾 Remember: You like tea")
    assert "think" not in model.requests[-1].prompt
    assert "They like tea" not in model.requests[-1].prompt
    shown = [it.text for message in telegram.messages() for it in telegram.history(message.message_id)]
    assert not any("think" in text or "arguments" in text for text in shown)
    telegram.send_text("Show me JSON")
    await telegram.bot_message("no call at all")
