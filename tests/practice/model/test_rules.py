"""The practice model: the product document's scenarios, and what it makes of tool results."""

import json
import re
from collections.abc import AsyncIterator

import pytest

from bot.tools.memory import TOO_MANY_AT_ONCE
from practice.model.answer import ToolCall
from practice.model.phrases import DISCLOSURE
from practice.model.rules import reply
from practice.model.server import ModelServer
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.practice.model.dialogue import BLOCK, Chat, known, started, stores
from tests.process import Script

# The product document's scenarios


def test_something_new_is_stored_only_after_a_yes() -> None:
    chat = started()
    offer = chat.say("Alec is my boss by the way")
    assert offer == "Would you like me to remember that Alec is your boss for future conversations?"
    assert chat.calls == []
    assert chat.say("Yes") == "Done. I'll remember that Alec is your boss."
    content = "Alec is the user's boss"
    assert chat.calls == [("add_to_memory", {"content": content, "category": "person", "subject": "Alec"})]


def test_a_task_uses_what_is_known_of_a_person_and_is_not_claimed_to_be_done() -> None:
    assert known().say("Can you create a task to update Alec on the project?") == (
        "I'll create a task to update Alec on the project. As I remember it: Alec is your boss at TechCorp. "
        "(In practice mode I only say so.)"
    )


def test_a_change_is_stored_at_once() -> None:
    chat = known()
    assert chat.say("Sarah moved to the Design team last week") == "Updated. I now have Sarah on the Design team."
    content = "Sarah works on the Design team"
    assert chat.calls == [("update_memory", {"memory_id": "e5f6g7h8", "content": content})]


def test_no_is_taken_for_an_answer() -> None:
    chat = started()
    offer = chat.say("I'm working with James on this project")
    assert offer == "Would you like me to remember that James is a project collaborator for future conversations?"
    assert chat.say("No, it's just for this task") == "No problem, I won't store that."
    assert chat.calls == []


def test_what_is_to_be_remembered_is_stored_without_asking() -> None:
    chat = started()
    said = chat.say("Remember that I prefer Friday due dates")
    assert said == "Done. I'll remember that you prefer Friday due dates."
    assert chat.calls == [("add_to_memory", {"content": "User prefers Friday due dates", "category": "preference"})]
    said = chat.say("From now on, always set reminders for 9am")
    assert said == "Done. I'll remember that you want me to always set reminders for 9am."
    content = "User wants the assistant to always set reminders for 9am"
    assert chat.calls == [("add_to_memory", {"content": content, "category": "preference"})]


# A conversation that begins with nothing stored


def first(name: str, arguments: dict[str, object]) -> str:
    """Answer as the one tool does that stores and changes."""
    assert name == "add_to_memory"
    return stores(
        "update_memory" if arguments.get("replaces") else name, {"memory_id": arguments.get("replaces"), **arguments}
    )


def test_without_a_tool_for_changes_a_correction_is_added_in_place_of_what_was_stored() -> None:
    chat = Chat(tool=first, tools=("add_to_memory",))
    chat.say("Remember that my sister is Anna")
    assert chat.say("Actually my sister is Anne") == "Updated. I'll remember that Anne is your sister."
    assert chat.calls == [
        ("add_to_memory", {
            "content": "Anne is the user's sister", "category": "context", "subject": "Anne", "replaces": "new00025",
        })
    ]  # fmt: skip
    chat.say("Who is Anne?")
    assert chat.say("Who is my sister?") == "Anne is your sister."


def test_without_a_tool_for_it_the_user_is_told_how_to_forget() -> None:
    chat = Chat(tool=first, tools=("add_to_memory",))
    chat.say("Remember that I like tea")
    assert chat.say("Forget that I like tea").endswith("or send /memory delete new00014")
    assert chat.calls == []


# The first reply


def test_the_first_reply_says_what_it_is_and_no_other_does() -> None:
    chat = Chat()
    assert chat.say("Alec is my boss") == (
        f"{DISCLOSURE}\n\nWould you like me to remember that Alec is your boss for future conversations?"
    )
    assert "practice model" not in chat.say("yes")
    assert Chat().say("Remember that I like tea").startswith(DISCLOSURE)
    assert Chat().say("gibberish").count("practice model") == 1


# Tool results


def refuses_similar(name: str, arguments: dict[str, object]) -> str:
    if name == "add_to_memory" and not arguments.get("is_new"):
        return (
            "Nothing was stored. There are memories about this subject already:\n"
            '- [id:zzzzzzz1] (person, Tom) "Tom works on the Platform team"\n'
            "If this changes one of them, change that one instead. Only if it is another fact, say that it is new."
        )
    return stores(name, arguments)


def test_a_refused_add_is_repeated_as_a_change() -> None:
    chat = Chat(BLOCK, tool=refuses_similar)
    assert chat.say("Remember that Tom works on the Design team") == "Updated. I now have Tom on the Design team."
    assert chat.calls[1] == ("update_memory", {"memory_id": "zzzzzzz1", "content": "Tom works on the Design team"})


def test_a_refused_add_of_another_fact_is_repeated_as_new() -> None:
    chat = Chat(BLOCK, tool=refuses_similar)
    assert chat.say("Remember that Tom likes tea") == "Done. I'll remember that Tom likes tea."
    assert chat.calls[1][1] == {"content": "Tom likes tea", "category": "person", "subject": "Tom", "is_new": True}


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (
            'Nothing was stored. A memory already says exactly this:\n- [id:zzzzzzz1] (person, Tom) "Tom likes tea"',
            "Already remembered: “Tom likes tea”",
        ),
        (
            "Nothing was stored. There are memories about this subject already.",
            "That is already remembered, so nothing was stored.",
        ),
        (
            "Nothing was stored: the user has turned that off (/memory mode).",
            "Nothing was stored: memory is off. Turn it on with /memory mode.",
        ),
        (
            "Nothing was stored. There is room for 3 memories (MEMORY_LIMIT), and none for 1 more.",
            "Nothing was stored: there is no room for more memories. Delete some with /memory delete.",
        ),
        (
            TOO_MANY_AT_ONCE,
            "Nothing was stored: this is more than I can store at once. Ask for the rest with your next message.",
        ),
        ("Nothing was done: add_to_memory failed. Tell the user that it did.", "I'm sorry, nothing was stored."),
    ],
)
def test_an_add_that_stays_refused_is_never_called_stored(result: str, told: str) -> None:
    chat = Chat(BLOCK, tool=lambda _name, _arguments: result)
    answer = chat.say("Remember that Tom likes tea")
    assert answer == told
    assert len(chat.calls) <= 2


@pytest.mark.parametrize(
    "result",
    [
        "Error: the database is down",
        "Nothing was done. The content is too long. It takes at most 500 characters.",
        "Nothing was changed. This memory is deleted.",
        "stopped by the user",
        "Stored nothing.",
        "",
    ],
)
@pytest.mark.parametrize("said", ["Remember that I like tea", "Sarah moved to the Design team", "Forget about Sarah"])
def test_a_failed_call_is_admitted(said: str, result: str) -> None:
    answer = Chat(BLOCK, tool=lambda _name, _arguments: result).say(said)
    assert answer.startswith("I'm sorry, ")
    assert "Done" not in answer
    assert "Updated" not in answer


def test_without_tools_nothing_is_called_or_claimed() -> None:
    chat = known()
    answer = chat.say("Remember that I like tea", choice="none")
    assert answer == "I can't change my memory in this reply, so nothing was stored."
    assert chat.calls == []


def test_forgetting_is_confirmed_though_the_wording_has_left_the_prompt_by_then() -> None:
    chat = known()

    def forgets(name: str, arguments: dict[str, object]) -> str:
        chat.system = chat.system.replace("- [id:e5f6g7h8] [Sarah] Sarah works on the Platform team\n", "")
        return stores(name, arguments)

    chat.tool = forgets
    assert chat.say("Forget about Sarah") == "Done. I've forgotten that."


def test_arguments_of_other_models_are_survived() -> None:
    chat = started()
    for arguments in ("{oops", '"text"', "[]", '{"content": 5}'):
        chat.run((ToolCall("add_to_memory", json.dumps({})),))
        call = chat.messages[-2]["tool_calls"]
        assert isinstance(call, list)
        call[0]["function"]["arguments"] = arguments
    chat.messages.append({"role": "assistant", "content": "Well."})
    assert chat.say("Who is Bob?").startswith("I don't know")


# Several things at once


def test_joined_messages_are_answered_together() -> None:
    assert known().say("Remember that I like tea", "Who is Alec?", "Tom is my brother", "Hi") == (
        "Done. I'll remember that you like tea.\n\n"
        "Alec is your boss at TechCorp.\n\n"
        "Would you like me to remember that Tom is your brother for future conversations?"
    )


def test_the_sentences_of_a_message_are_taken_apart() -> None:
    chat = started()
    chat.say("Hi! Alec is my boss. Dr. Smith is my dentist. Thanks!")
    chat.say("yes")
    assert [arguments["subject"] for _, arguments in chat.calls] == ["Alec", "Dr. Smith"]


def test_a_message_that_joins_a_turn_after_its_calls_is_answered_with_it() -> None:
    chat = known()
    chat.messages.append({"role": "user", "content": "Remember that I like tea"})
    chat.run(chat.ask().calls)
    assert chat.say("And remember that I love rain", "Who is Alec?") == (
        "Done. I'll remember that you like tea.\n\n"
        "Done. I'll remember that you love rain.\n\n"
        "Alec is your boss at TechCorp."
    )
    assert [arguments["content"] for _, arguments in chat.calls] == ["User loves rain"]


# With the bot and its own tools


@pytest.fixture
async def model() -> AsyncIterator[Script]:
    """The practice model, where other tests have a scripted one."""
    script = Script()
    server = ModelServer(reply)
    async with serve(server.app) as url:
        script.server, script.url = server, f"{url}/v1"
        yield script


FIRST_WALK = [
    ("Tom works on the Platform team", "practice model"),
    ("Yes", "Done. I'll remember that Tom works on the Platform team.\n\n💾"),
    ("Remember that Tom likes tea", "Done. I'll remember that Tom likes tea.\n\n💾"),
    ("Actually Tom moved to the Design team", "Updated. I now have Tom on the Design team.\n\n✏️"),
    ("Remember that Alec is my boss", "Done. I'll remember that Alec is your boss.\n\n💾"),
    ("Remember that I like rain", "Done. I'll remember that you like rain.\n\n💾"),
    ("Who is Tom?", "Tom likes tea. Tom works on the Design team."),
    ("/new", "A new conversation begins"),
    ("Tell me about Tom", "Tom works on the Design team. Tom likes tea."),
    ("Actually, Alec is my mentor now, not my boss", "Updated. I'll remember that Alec is your mentor, not your boss."),
    ("Remember that Tom doesn't like tea", "Updated. I'll remember that Tom doesn't like tea.\n\n✏️"),
    ("/new", "A new conversation begins"),
]
SECOND_WALK = [
    ("Tom works on the Platform team", "Updated. I now have Tom on the Platform team.\n\n✏️"),
    ("Yes", "I haven't asked anything"),
    ("Remember that Tom likes tea", "Updated. I'll remember that Tom likes tea.\n\n✏️"),
    ("Actually Tom moved to the Design team", "Updated. I now have Tom on the Design team.\n\n✏️"),
    ("Remember that Alec is my boss", "Updated. I'll remember that Alec is your boss.\n\n✏️"),
    ("Remember that I like rain", "I remember that already: You like rain."),
    ("Who is Tom?", "Tom likes tea. Tom works on the Design team."),
    *FIRST_WALK[7:],
]


@pytest.mark.usefixtures("bot")
async def test_it_understands_what_the_bot_sends_it_and_a_second_walk_changes_what_the_first_one_stored(
    telegram: BotApi,
) -> None:
    for said, answer in [*FIRST_WALK, *SECOND_WALK]:
        sent = telegram.send_text(said)
        await telegram.bot_message(answer, after=sent)
    listed = await telegram.bot_message("", after=telegram.send_text("/memory"))
    assert re.findall(r"\d\. \[\w{8}\] (.+)", listed.text) == [
        "Tom works on the Design team",
        "Tom doesn't like tea",
        "Alec is the user's mentor, not the user's boss",
        "User likes rain",
    ]
    forgotten = telegram.send_text("Forget that Tom doesn't like tea")
    await telegram.bot_message("Done. I've forgotten that.\n\n🗑", after=forgotten)
    await telegram.bot_message("Tom works on the Design team.", after=telegram.send_text("Tell me about Tom"))
