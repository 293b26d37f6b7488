"""In the mode ask, what the model would like to remember comes with Remember and No buttons below its answer."""

from practice.model.answer import Reply
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.pressing import labels, pressed, remembered
from tests.process import BotProcess, Script, call
from tests.striking import marked

BOSS = "The user's boss is Alec"
READ = "Your boss is Alec"
QUESTION = "Shall I remember that Alec is your boss?"


def idea(content: str = BOSS, **more: object) -> Reply:
    """Return the call that adds a memory nobody asked for."""
    return call("add_to_memory", content=content, category="person", user_asked=False, **more)


def result(model: Script) -> str:
    """Return the last tool result that the model has read."""
    return str(next(it.content for it in reversed(model.requests[-1].request.messages) if it.role == "tool"))


async def asked(telegram: BotApi, model: Script, *calls: Reply) -> Message:
    """Say something that the model asks about, and return its answer."""
    model.then(*(calls or [idea()]), QUESTION)
    return await telegram.bot_message("💾 Remember", after=telegram.send_text("Alec is my boss"))


async def test_one_tap_stores_what_the_answer_asks_about(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    answer = await asked(telegram, model)
    assert answer.text == f"{QUESTION}\n\n💾 Remember: {READ}"
    assert labels(answer) == ["💾 Remember", "No"]
    assert result(model).startswith("Not stored: it is offered to the user")
    assert "user_asked" in model.requests[-1].request.tools[0].function.parameters["required"]  # type: ignore[index, operator]
    assert "don't remember anything yet" in await remembered(telegram)
    await bot.kill()  # the button works however long ago
    await bot.start()
    stored = await pressed(telegram, answer, "Remember")
    assert stored.text == f"{QUESTION}\n\n💾 Remembered: {READ}"
    assert labels(stored) == ["↩️ Undo"]
    assert READ in await remembered(telegram)
    undone = await pressed(telegram, stored, "Undo")
    assert marked(undone) == f"{QUESTION}\n\n~💾 Remembered: {READ}~"
    assert labels(undone) == []
    assert "don't remember anything yet" in await remembered(telegram)


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
    model.then(call("add_to_memory", content=BOSS, category="person"), "Noted.")  # but their word counts
    answer = await telegram.bot_message("Noted.", after=telegram.send_text("Remember that Alec is my boss"))
    assert "💾 Remembered: " in answer.text
    await bot.answered(4)


async def test_a_yes_in_words_accepts_the_offer(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    answer = await asked(telegram, model)
    model.then(call("add_to_memory", content="Alec is the user's boss at TechCorp", category="person"), "Done.")
    done = await telegram.bot_message("Done.", after=telegram.send_text("Yes"))
    assert "💾 Remembered: Alec is your boss at TechCorp" in done.text
    listed = await remembered(telegram)
    assert listed.count("Alec") == 1
    opened = await telegram.bot_message("v1", after=telegram.send_text("/memory show 1"))
    assert "You said: “Alec is my boss”" in opened.text
    await telegram.wait_for(lambda: not (telegram.message(answer.user_id, answer.message_id) or answer).keyboard)
    assert (await remembered(telegram)).count("Alec") == 1
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
    assert labels(now) == ["💾 Remember", "No"]
    assert "Remembered: You live in Hamburg" in (await pressed(telegram, hamburg, "Remember")).text
    kept = await remembered(telegram)
    assert "Hamburg" in kept
    assert "Munich" not in kept
    assert bot.pid
