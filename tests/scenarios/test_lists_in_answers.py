"""Checklists below the answers that show or change them, ticked off by buttons."""

import re
from functools import partial

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.pressing import asked, current, labels, pressed, toast
from tests.process import BotProcess, Script, call
from tests.scenarios.test_notes_in_turns import kept, last_request


def changed(telegram: BotApi, message: Message) -> Message | None:
    """Return a message as it is now, if its buttons have changed."""
    now = current(telegram, message)
    return now if now.keyboard != message.keyboard else None


async def test_a_list_that_the_model_writes_or_reads_is_ticked_off_below_its_answer(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    written = await kept(telegram, model)
    assert labels(written) == ["☐ milk", "☐ eggs", "↩️ Undo", "📓 Open"]
    model.then(call("read_note", name="shopping"), "You need:\n\n- [ ] milk\n- [ ] eggs")
    await telegram.bot_message("You need:", after=telegram.send_text("What do I need?"))
    await bot.answered(2)
    read = await telegram.bot_message("You need:", after=written.message_id)
    assert labels(read) == ["☐ milk", "☐ eggs"]
    await bot.kill()  # buttons work however long ago their message was sent
    await bot.start()
    twice = [telegram.press(read.message_id, read.keyboard[0][0].callback_data) for _ in range(2)]
    toasts = [await telegram.wait_for(partial(telegram.press_answer, query)) for query in twice]
    assert [it.text for it in toasts] == ["☑ milk", "☑ milk"]
    ticked = await telegram.wait_for(lambda: changed(telegram, read))
    assert ticked.text == "You need:\n\n☑ milk\n☐ eggs"
    assert labels(ticked) == ["☑ milk", "☐ eggs"]
    past = await asked(telegram, "/notes history Shopping", "📜 Shopping:")
    assert re.search(r"\n2\. .*, by you\n☑ milk\n1\. .*\n\+ ☐ milk\n\+ ☐ eggs\n\n", past.text)
    await telegram.bot_message("Echo: Thanks", after=telegram.send_text("Thanks"))
    assert 'The user has changed the note \\"Shopping\\".' in last_request(model)
    back = await pressed(telegram, ticked, "☑ milk")
    assert back.text == "You need:\n\n☐ milk\n☐ eggs"


async def test_a_button_never_ticks_another_line_than_it_says(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await asked(telegram, "/notes add Recipes: - [ ] salt\n- [ ] rice\n- [ ] salt\n- [ ] oil", "New note")
    model.then(call("read_note", name="Recipes"), "There it is.")
    read = await telegram.bot_message("There it is.", after=telegram.send_text("My recipes?"))
    model.then(
        call("change_note", name="Recipes", replace="- [ ] salt\n- [ ] rice", replace_with="- [ ] rice"), "Less salt."
    )
    await telegram.bot_message("Less salt.", after=telegram.send_text("No salt with the rice"))
    query = telegram.press(read.message_id, read.keyboard[2][0].callback_data)
    told = await telegram.wait_for(lambda: telegram.press_answer(query))
    assert told.text == "Not done: this line has changed. Here is the current list."
    await telegram.wait_for(lambda: labels(current(telegram, read)) == ["☐ rice", "☐ salt", "☐ oil"])
    assert await toast(telegram, read, "oil") == "☑ oil"
    model.then(call("change_note", name="Recipes", add="- [ ] tea"), "Tea, too.")
    await telegram.bot_message("Tea, too.", after=telegram.send_text("And tea"))
    assert await toast(telegram, current(telegram, read), "rice") == "☑ rice (the list has changed since)"
    await bot.answered(3)


async def test_a_long_list_has_pages_and_one_of_several_or_none_isnt_shown(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    model.then(call("change_note", name="Trip", text="\n".join(f"- [ ] thing {it}" for it in range(1, 13))), "Packed.")
    answer = await telegram.bot_message("Packed.", after=telegram.send_text("Make a packing list"))
    assert labels(answer)[9:] == ["☐ thing 10", "Next ▶️", "↩️ Undo", "📓 Open"]
    second = await pressed(telegram, answer, "Next")
    assert labels(second) == ["☐ thing 11", "☐ thing 12", "◀️ Previous", "↩️ Undo", "📓 Open"]
    ticked = await pressed(telegram, second, "☐ thing 12")
    assert labels(ticked)[1:3] == ["☑ thing 12", "◀️ Previous"]
    await asked(telegram, "/notes add Ideas: a boat", "New note")
    model.then(call("read_note", name="Ideas"), "A boat.")
    assert not (await telegram.bot_message("A boat.", after=telegram.send_text("My ideas?"))).keyboard
    await asked(telegram, "/notes add Party: - [ ] cake", "New note")
    model.then(call("read_note", name="Trip"), call("read_note", name="Party"), "Both are there.")
    assert not (await telegram.bot_message("Both are", after=telegram.send_text("My lists?"))).keyboard
    await bot.answered(3)


async def test_a_list_below_an_answer_stays_when_other_buttons_are_used(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    first = await kept(telegram, model)
    idea = call("add_to_memory", content="The user likes tea", category="preference", user_asked=False)
    model.then(call("change_note", name="Shopping", add="- [ ] tea"), idea, "Shall I remember that?")
    answer = await telegram.bot_message("💾 Remember", after=telegram.send_text("I like tea, put it on my list"))
    rest = ["↩️ Undo: 📓 Shopping: + tea", "📓 Open"]
    assert labels(answer) == ["☐ milk", "☐ eggs", "☐ tea", "💾 You like tea", "No", *rest]
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Done.")
    await telegram.bot_message("Done.", after=telegram.send_text("Yes"))  # which decides in words
    decided = await telegram.wait_for(lambda: changed(telegram, answer))
    assert labels(decided) == ["☐ milk", "☐ eggs", "☐ tea", "↩️ Undo", "📓 Open"]
    ticked = await pressed(telegram, decided, "☐ tea")
    assert labels(ticked) == ["☐ milk", "☐ eggs", "☑ tea", "↩️ Undo", "📓 Open"]
    await pressed(telegram, ticked, "☑ tea")
    undone = await pressed(telegram, current(telegram, answer), "Undo")
    assert labels(undone) == ["☐ milk", "☐ eggs", "📓 Open"]
    await asked(telegram, "/notes delete Shopping", "Deleted: Shopping")
    assert await toast(telegram, first, "milk") == "This note is deleted. /notes deleted lists it."
    await telegram.wait_for(lambda: labels(current(telegram, first)) == ["↩️ Undo", "📓 Open"])
    await bot.answered(3)
