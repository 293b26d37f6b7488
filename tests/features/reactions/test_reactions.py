"""The model answers with a reaction, with or without words; nothing of it needs Telegram."""

import pytest

from practice.model.server import Reply, ToolCall
from tests.file_chat import FileChat
from tests.process import Script, call

LIKED = call("react", emoji="👍")


@pytest.mark.parametrize("last", [" 👍🏻\n", Reply(pieces=())])
async def test_a_reaction_can_be_the_whole_answer(chat: FileChat, model: Script, last: Reply | str) -> None:
    model.then(LIKED, last)
    await chat.say("Thanks")
    (outcome,) = chat.channel.outcomes
    assert (outcome.words, outcome.instead, outcome.shows_nothing) == ("", "", True)
    assert [emoji for _, emoji in chat.channel.reactions] == ["👍"]
    await chat.say("And now?")
    said = [it.content for it in model.requests[-1].request.messages if it.role == "assistant"]
    assert (said[0] or "", str(said[1]).strip()[:1]) == ("", "👍")


async def test_what_was_refused_is_no_answer(chat: FileChat, model: Script) -> None:
    model.then(call("react", emoji="🍕"), Reply(pieces=()))
    await chat.say("Thanks")
    assert chat.channel.reactions == []
    assert not chat.channel.outcomes[0].shows_nothing


async def test_receipts_need_their_message(chat: FileChat, model: Script) -> None:
    tea = '{"content": "The user likes tea", "category": "preference", "user_asked": true}'
    model.then(Reply(calls=(ToolCall("add_to_memory", tea), ToolCall("react", '{"emoji": "👌"}'))), "👌")
    await chat.say("Remember that I like tea")
    (outcome,) = chat.channel.outcomes
    assert (outcome.words, len(outcome.acts), outcome.shows_nothing) == ("", 1, False)


async def test_a_retry_begins_without_the_reaction(chat: FileChat, model: Script) -> None:
    model.then(LIKED, "👍", "In words: you're welcome.")
    await chat.say("Thanks")
    await chat.retry()
    assert chat.channel.reactions == []
    assert chat.channel.outcomes[-1].words == "In words: you're welcome."
    assert [it.role for it in model.requests[-1].request.messages] == ["system", "user"]
