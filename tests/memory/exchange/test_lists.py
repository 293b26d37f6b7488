"""An assistant's text before and after its list is not a memory, in any language."""

import pytest

from bot.memory.exchange.reading import read_text
from tests.memory.exchange.reading import contents

LONG = "Voici tout ce dont je me souviens à ton sujet, classé par thème pour que ce soit plus simple"


@pytest.mark.parametrize(
    "opening",
    [
        "以下是我记住的关于你的内容：\n\n",  # noqa: RUF001 - the wide colon
        f"{LONG}：\n",  # noqa: RUF001 - as people and assistants write
        "",
    ],
)
@pytest.mark.parametrize(
    "closing",
    [
        "\n\nMöchtest du, dass ich etwas davon ändere oder lösche?",
        "\n\n---\n\nIf anything here is out of date, just tell me and I'll fix it.",
        "\n\nStimmt das so?\n\nSoll ich **etwas** ändern (oder löschen)?",
        "",
    ],
)
def test_what_is_said_around_a_list_is_no_memory(opening: str, closing: str) -> None:
    found = read_text(f"{opening}- Trinkt gern Tee\n- Wohnt in Berlin{closing}")
    assert contents(found) == ["Trinkt gern Tee", "Wohnt in Berlin"]
    assert {it.why for it in found.left_out} <= {"part of the answer, not a memory"}


@pytest.mark.parametrize(
    "text",
    [
        "- Likes tea\n- Plays chess\nLives in Berlin",
        "- Likes tea\n- Plays chess\n\n## Home\n\nLives in Berlin",
        "Likes tea\n\nPlays chess\n\nLives in Berlin",
        "- Likes tea\n\nPlays chess\n\nLives in Berlin",
        "- Likes tea\n- Plays chess\n- Lives in Berlin\n\nWant more?",
    ],
)
def test_what_is_written_beside_a_list_is_a_memory(text: str) -> None:
    assert contents(read_text(text)) == ["Likes tea", "Plays chess", "Lives in Berlin"]


def test_a_question_is_a_memory_where_it_is_all_there_is() -> None:
    assert contents(read_text("Who is Alec?")) == ["Who is Alec?"]
