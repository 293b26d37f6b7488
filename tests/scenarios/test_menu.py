"""The menu is there in every language, /help names every command, and one that is not known names the one meant."""

import pytest

from bot.kit.language import DEFAULT, LANGUAGES
from practice.telegram.bot_api import BotApi


@pytest.mark.usefixtures("bot")
async def test_the_menu_and_help_name_every_command_and_an_unknown_one_gets_the_one_that_was_meant(
    telegram: BotApi,
) -> None:
    await telegram.wait_for(lambda: len(telegram.commands_in) == len(LANGUAGES) - 1)
    assert {*telegram.commands_in, DEFAULT} == {*LANGUAGES}
    names = [it.command for it in telegram.commands]
    assert all([it.command for it in menu] == names for menu in telegram.commands_in.values())
    said = (await telegram.bot_message("Write to me", after=telegram.send_text("/help"))).text
    assert {*names} - {"help", "start"} == {word[1:].rstrip(":") for word in said.split() if word.startswith("/")}
    assert len(said.splitlines()) < 26
    for command, answer in {
        "/memroy": "I don't know the command /memroy. Did you mean /memory?",
        "/mem": "I don't know the command /mem. Did you mean /memory?",
        "/qwertz": "I don't know the command /qwertz. /help shows what I can do.",
    }.items():
        assert (await telegram.bot_message("I don't know", after=telegram.send_text(command))).text == answer
