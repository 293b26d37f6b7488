"""The bot puts an emoji below a message, durably: it goes with its turn, and comes back with it."""

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Location
from tests.pressing import bubbles
from tests.process import BotProcess, Script, call, kill_at

LIKED = call("react", emoji="👍")


def below(telegram: BotApi, message_id: int) -> tuple[str, ...]:
    """Return the bot's reactions to a message."""
    message = telegram.message(1, message_id)
    return message.bot_reactions if message else ()


async def test_the_last_message_of_a_turn_is_reacted_to_and_that_is_the_whole_answer(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    model.then(LIKED, "👍")
    first = telegram.send(Location(48.137, 11.575))
    last = telegram.send_text("That's where we met. Thanks!")
    await bot_process.start()
    await bot_process.answered(1)
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    assert (below(telegram, first), below(telegram, last)) == ((), ("👍",))
    assert bubbles(telegram) == ["Echo: And now?"]
    assert sum(it.method == "setMessageReaction" for it in telegram.calls) == 1
    before, after = (model.requests[at].prompt for at in (-2, -1))
    assert after.startswith(before.removesuffix("]"))


async def test_it_goes_with_its_turn_and_comes_back_with_it_and_an_edit_begins_without_it(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    model.then(LIKED, "👍")
    thanks = telegram.send_text("Thanks")
    await telegram.wait_for(lambda: below(telegram, thanks) == ("👍",))
    await bot.answered(1)
    told = await telegram.bot_message("Taken back: “Thanks”", after=telegram.send_text("/undo"))
    await telegram.wait_for(lambda: below(telegram, thanks) == ())
    telegram.press(told.message_id, told.keyboard[0][0].callback_data)
    await telegram.wait_for(lambda: below(telegram, thanks) == ("👍",))
    await telegram.wait_for(lambda: not bubbles(telegram))
    telegram.edit_text(thanks, "Thanks, and what's up?")
    await telegram.bot_message("Echo: Thanks, and what's up?", after=thanks)
    assert below(telegram, thanks) == ()
    await bot.answered(2)
    model.then(LIKED, "👍")
    telegram.edit_text(thanks, "Thanks again")
    await telegram.wait_for(lambda: below(telegram, thanks) == ("👍",) and not bubbles(telegram))


async def test_it_arrives_though_the_bot_is_killed_as_it_is_sent(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    killed = kill_at(telegram, bot, "setMessageReaction")
    model.then(LIKED, "👍", "👍")
    thanks = telegram.send_text("Thanks")
    await killed.wait()
    await bot.start()
    await telegram.wait_for(lambda: below(telegram, thanks) == ("👍",))
    await bot.answered(1)
    assert bubbles(telegram) == []
    assert model.requests[-1].prompt.count("The user sees it.") == 1


async def test_what_telegram_refuses_comes_as_a_message(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    model.then(model.held("Never", before=0))
    gone = telegram.send_text("Thanks")
    await telegram.wait_for(lambda: model.requests)
    await bot.kill()
    telegram.delete_message(gone)
    model.then(LIKED, "👍")
    await bot.start()
    await telegram.bot_message("👍", after=gone)
    await bot.answered(1)
    assert bubbles(telegram) == ["👍"]
