"""The menu is there in every language, and a command that is not known names the one that was meant."""

import pytest

from bot.language import DEFAULT, LANGUAGES
from practice.telegram.bot_api import BotApi


@pytest.mark.usefixtures("bot")
async def test_the_menu_is_set_in_every_language(telegram: BotApi) -> None:
    await telegram.wait_for(lambda: len(telegram.commands_in) == len(LANGUAGES) - 1)
    assert {*telegram.commands_in, DEFAULT} == {*LANGUAGES}
    names = [it.command for it in telegram.commands]
    assert all([it.command for it in menu] == names for menu in telegram.commands_in.values())


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("/memroy", "I don't know the command /memroy. Did you mean /memory?"),
        ("/mem", "I don't know the command /mem. Did you mean /memory?"),
        ("/qwertz", "I don't know the command /qwertz. /help shows what I can do."),
        ("/setting", "I don't know the command /setting. Did you mean /settings?"),
    ],
)
async def test_an_unknown_command_gets_the_one_that_was_meant(telegram: BotApi, said: str, answer: str) -> None:
    assert (await telegram.bot_message("I don't know", after=telegram.send_text(said))).text == answer


@pytest.mark.usefixtures("bot")
async def test_help_names_every_command_on_one_screen(telegram: BotApi) -> None:
    said = (await telegram.bot_message("Write to me", after=telegram.send_text("/help"))).text
    assert {it.command for it in telegram.commands} - {"help", "start"} == {
        word[1:].rstrip(":") for word in said.split() if word.startswith("/")
    }
    assert len(said.splitlines()) < 26
