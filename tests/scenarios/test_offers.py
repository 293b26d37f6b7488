"""In the mode ask, what the model would like to remember comes with Remember and No buttons below its answer."""

import pytest

from practice.model.answer import Reply, ToolCall
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.pressing import pressed
from tests.process import BotProcess, Script, call
from tests.striking import marked

BOSS = "The user's boss is Alec"
READ = "Your boss is Alec"
QUESTION = "Shall I remember that Alec is your boss?"


def idea(content: str = BOSS, **more: object) -> Reply:
    """Return the call that adds a memory nobody asked for."""
    return call("add_to_memory", content=content, category="person", user_asked=False, **more)


def labels(message: Message) -> list[list[str]]:
    """Return what the buttons under a message say, row by row."""
    return [[button.text for button in row] for row in message.keyboard]


def result(model: Script) -> str:
    """Return the last tool result that the model has read."""
    return str(next(it.content for it in reversed(model.requests[-1].request.messages) if it.role == "tool"))


async def asked(telegram: BotApi, model: Script, *calls: Reply) -> Message:
    """Say something that the model asks about, and return its answer."""
    model.then(*(calls or [idea()]), QUESTION)
    return await telegram.bot_message("💾 Remember", after=telegram.send_text("Alec is my boss"))


async def remembered(telegram: BotApi) -> str:
    """Return what /memory answers."""
    return (await telegram.bot_message("", after=telegram.send_text("/memory"))).text


async def test_one_tap_stores_what_the_answer_asks_about(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    answer = await asked(telegram, model)
    assert answer.text == f"{QUESTION}\n\n💾 Remember: {READ}"
    assert labels(answer) == [["💾 Remember", "No"]]
    assert result(model).startswith("Not stored: it is offered to the user")
    assert "user_asked" in model.requests[-1].request.tools[0].function.parameters["required"]  # type: ignore[index, operator]
    assert "don't remember anything yet" in await remembered(telegram)
    await bot.kill()  # the button works however long ago
    await bot.start()
    stored = await pressed(telegram, answer, "Remember")
    assert stored.text == f"{QUESTION}\n\n💾 Remembered: {READ}"
    assert labels(stored) == [["↩️ Undo"]]
    assert READ in await remembered(telegram)
    undone = await pressed(telegram, stored, "Undo")
    assert marked(undone) == f"{QUESTION}\n\n~💾 Remembered: {READ}~"
    assert labels(undone) == []
    assert "don't remember anything yet" in await remembered(telegram)


async def test_what_finds_other_tools_is_no_way_around_the_question(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    bot_process.settings["TOOL_LIMIT"] = "1"  # so that some are to be found
    await bot_process.start()
    fact = {"content": BOSS, "category": "person", "user_asked": False}
    model.then(call("use_tool", name="add_to_memory", arguments=fact), "I can't.")
    answer = await telegram.bot_message("I can't.", after=telegram.send_text("Alec is my boss"))
    assert answer.text == "I can't."
    assert "use_tool" in {it.function.name for it in model.requests[0].request.tools or ()}
    assert result(model) == "Nothing was done. There is no such tool here."
    assert "don't remember anything yet" in await remembered(telegram)
    model.then(Reply(calls=(ToolCall("use_tool", "{"),)), "Well.")
    await telegram.bot_message("Well.", after=telegram.send_text("Go on"))
    assert result(model).startswith("Nothing was done. ")
    assert "no such tool" not in result(model)
    await bot_process.answered(2)


async def test_after_a_no_the_buttons_are_gone_and_nobody_asks_again(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    dismissed = await pressed(telegram, await asked(telegram, model), "No")
    assert dismissed.text == f"{QUESTION}\n\n✖️ Not remembered: {READ}"
    assert labels(dismissed) == []
    for again in (BOSS, "The user has a boss, who is Alec"):
        model.then(idea(again), "So be it.")
        answer = await telegram.bot_message("So be it.", after=telegram.send_text("Alec is my boss"))
        assert (answer.text, labels(answer)) == ("So be it.", [])
        assert result(model).startswith("Not stored, and not offered again")
    assert "The user does not want this to be remembered: " in model.requests[-1].prompt
    await bot.answered(3)
    bot.settings["MEMORY_REVIEW"] = "true"
    await bot.stop()
    await bot.start()
    await telegram.bot_message("Echo", after=telegram.send_text("Hello"))
    model.then(idea())
    await telegram.bot_message("This is a new conversation", after=telegram.send_text("/new"))
    await bot.logged(lambda line: line.get("found") == 0)
    model.then(call("add_to_memory", content=BOSS, category="person"), "Noted.")  # but their word counts
    answer = await telegram.bot_message("Noted.", after=telegram.send_text("Remember that Alec is my boss"))
    assert "💾 Remembered: " in answer.text


@pytest.mark.parametrize(
    ("content", "shown"), [(BOSS, READ), ("Alec is the user's boss at TechCorp", "Alec is your boss at TechCorp")]
)
async def test_a_yes_in_words_accepts_the_offer(
    telegram: BotApi, model: Script, bot: BotProcess, content: str, shown: str
) -> None:
    answer = await asked(telegram, model)
    model.then(call("add_to_memory", content=content, category="person"), "Done.")
    done = await telegram.bot_message("Done.", after=telegram.send_text("Yes"))
    assert f"💾 Remembered: {shown}" in done.text
    listed = await remembered(telegram)
    assert listed.count("Alec") == 1
    opened = await telegram.bot_message("v1", after=telegram.send_text("/memory show 1"))
    assert "You said: “Alec is my boss”" in opened.text
    await telegram.wait_for(lambda: not (telegram.message(answer.user_id, answer.message_id) or answer).keyboard)
    assert (await remembered(telegram)).count("Alec") == 1
    await bot.answered(2)


async def test_each_of_several_is_decided_alone_and_beside_what_was_stored(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    tea = call("add_to_memory", content="The user likes tea", category="preference")
    answer = await asked(telegram, model, idea(), tea, idea("The user lives in Rome"))
    assert labels(answer) == [
        ["💾 Your boss is Alec", "No"],
        ["💾 You live in Rome", "No"],
        ["↩️ Undo: You like tea"],
    ]
    rome = await pressed(telegram, answer, "Rome")
    assert labels(rome)[1:] == [["↩️ Undo: You live in Rome"], ["↩️ Undo: You like tea"]]
    undone = await pressed(telegram, rome, "Undo: You like tea")
    assert "~💾 Remembered: You like tea~" in marked(undone)
    assert labels(undone) == [["💾 Your boss is Alec", "No"], ["↩️ Undo: You live in Rome"]]
    listed = await remembered(telegram)
    assert ["Rome" in listed, "tea" in listed, "Alec" in listed] == [True, False, False]
    await bot.answered(1)


async def test_a_private_chat_stores_nothing_by_an_earlier_button(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    answer = await asked(telegram, model)
    await telegram.bot_message("This is a private chat", after=telegram.send_text("/private"))
    query = telegram.press(answer.message_id, answer.keyboard[0][0].callback_data)
    toast = await telegram.wait_for(lambda: telegram.press_answer(query))
    assert toast.text == "I store nothing in a private chat. End it with /new, then press again."
    await telegram.bot_message("over", after=telegram.send_text("/new"))
    await pressed(telegram, answer, "Remember")
    assert READ in await remembered(telegram)
    await bot.answered(1)


async def test_a_call_that_does_not_say_who_asked_is_an_idea_but_not_in_the_mode_auto(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    silent = model.raw_call("add_to_memory", f'{{"content": "{BOSS}", "category": "person"}}')
    assert labels(await asked(telegram, model, silent)) == [["💾 Remember", "No"]]
    await telegram.bot_message("auto", after=telegram.send_text("/memory mode auto"))
    model.then(idea("The user lives in Rome"), "Noted.")
    answer = await telegram.bot_message("Noted.", after=telegram.send_text("I live in Rome"))
    assert "💾 Remembered: You live in Rome" in answer.text
    await bot.answered(2)


def lives_in(city: str) -> Reply:
    """Return the call that adds where the user lives, which nobody asked for."""
    return call("add_to_memory", content=f"The user lives in {city}", category="context", user_asked=False)


async def test_a_newer_offer_about_the_same_takes_the_place_of_an_open_one(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    model.then(lives_in("Munich"), "Shall I?")
    munich = await telegram.bot_message("💾 Remember", after=telegram.send_text("I live in Munich"))
    other = await asked(telegram, model)
    model.then(lives_in("Hamburg"), "Shall I?")
    hamburg = await telegram.bot_message("Hamburg", after=telegram.send_text("No, in Hamburg now"))
    await telegram.wait_for(lambda: not (it := telegram.message(1, munich.message_id)) or not it.keyboard)
    now = telegram.message(1, other.message_id)
    assert now
    assert labels(now) == [["💾 Remember", "No"]]
    assert "Remembered: You live in Hamburg" in (await pressed(telegram, hamburg, "Remember")).text
    kept = await remembered(telegram)
    assert "Hamburg" in kept
    assert "Munich" not in kept
    assert bot.pid
