"""The practice model knows what a newcomer says first in each language that Keepsake speaks."""

import pytest

from practice.model.languages import in_english
from tests.language.extraction import OTHERS, stored

REMEMBER, ABOUT_ME = "Remember that we met today.", "What do you know about me?"
ALEC = "Remember that Alec is my boss"
STORY, HELP = "Tell me a long story", "What can you do?"


def said(package: str, code: str, english: str) -> str:
    message = stored(package, code).get(english)
    assert message
    return str(message.string)


@pytest.mark.parametrize("code", OTHERS)
def test_the_examples_are_known_in_every_language(code: str) -> None:
    assert in_english(said("bot", code, REMEMBER)).startswith("Remember that ")
    assert "Alec" in in_english(said("practice", code, ALEC)).removeprefix("Remember that ")
    assert in_english(said("bot", code, ABOUT_ME)) == ABOUT_ME
    assert in_english(said("practice", code, STORY)) == STORY
    assert in_english(said("practice", code, HELP)) == HELP


@pytest.mark.parametrize(
    ("said", "english"),
    [
        ("Vergiss Alec!", "Forget about Alec"),
        ("Oublie que j'aime le thé", "Forget about I like le thé"),
        ("太郎のことを忘れて", "Forget about 太郎"),
        ("Vivo en Sevilla.", "I live in Sevilla"),
        ("Я живу в Риме", "I live in Риме"),
        ("Me gustan los gatos", "I like los gatos"),
        ("Souviens-toi que j'habite à Lyon", "Remember that I live in Lyon"),
        ("猫が好きです", "I like 猫"),
        ("Ich mag keinen Tee", "Ich mag keinen Tee"),
        ("Ich mag Tee nicht", "Ich mag Tee nicht"),
        ("No me gusta el té", "No me gusta el té"),
    ],
)
def test_forgetting_a_home_and_a_taste_are_known_as_well(said: str, english: str) -> None:
    assert in_english(said) == english


def test_other_sentences_stay_as_they_are() -> None:
    assert in_english("Alec is my boss") == "Alec is my boss"
