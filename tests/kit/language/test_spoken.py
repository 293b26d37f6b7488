"""What the bot sends is in its user's language."""

import re
from collections.abc import Iterator
from functools import partial

from practice.model.server import Refusal, Reply
from practice.telegram.bot_api import BotApi, Call
from tests.kit.language.extraction import stored
from tests.kit.language.test_catalogues import forms, ids
from tests.process import BotProcess, Script, call

SAID = [
    *("/start", "/help", "/settings", "/instructions Keep answers under five sentences.", "/memory list persn"),
    *("/memory add person Anna is the user's sister", "/notes add Packing\n- [ ] towels", "/notes nonsense"),
    *("/remind tomorrow 9 call mom", "/remind whenever it rains", "/quiet never", "/tools 3", "/activity", "/api"),
    *("/history", "/usage", "/limit 100000", "/context", "/people", "/export", "/memry", "/private", "/erase"),
]
MOST_PRESSES = 2
_PLACEHOLDER = re.compile(r"\{\w*\}")
_TWO_ENDS = re.compile(r"[。।]\s*\.|\.\s*[。।]")
"""The end of a sentence as in two languages."""
_WORD = re.compile(r"[A-Za-z]{2,}")


async def test_everything_is_said_in_the_users_language(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    code = "de"  # what is in a catalogue is in each of them
    await bot_process.start()
    telegram.speak(code)
    model.then(call("add_to_memory", content="Alec is the user's boss", category="person", subject="Alec"), "🙂")
    await answered(telegram, "Remember that Alec is my boss")
    model.then(call("set_reminder", text="call mom", when="tomorrow at 9", at="2099-01-01T09:00"), "🙂")
    await answered(telegram, "Remind me")
    model.then(Reply(error=Refusal(401, "🙂")))
    await answered(telegram, "🙂")
    for text in SAID:
        await answered(telegram, text)
    await bot_process.stop()
    english = list(left_in_english(code, telegram))
    assert english == []
    assert [text for it in telegram.calls for text in texts_of(it, code) if _TWO_ENDS.search(text)] == []


async def answered(telegram: BotApi, text: str) -> None:
    """Send a text, wait for what it brings, and press its buttons."""
    message = await telegram.bot_message(after=telegram.send_text(text))
    pressed: set[str] = set()
    for _ in range(MOST_PRESSES):
        shown = telegram.message(1, message.message_id)
        data = [it.callback_data for row in (shown.keyboard if shown else ()) for it in row if it.callback_data]
        new = next((it for it in data if it not in pressed), None)
        if new is None:
            return
        pressed.add(new)
        query = telegram.press(message.message_id, new)
        await telegram.wait_for(partial(telegram.press_answer, query))


def left_in_english(code: str, telegram: BotApi) -> Iterator[tuple[str, str]]:
    """Yield English passages in what the bot sent, each with the text that holds it."""
    passages = {passage for english, said in catalogue(code) for passage in of_words(english) if passage not in said}
    for text in {text for it in telegram.calls for text in texts_of(it, code)}:
        for passage in passages:
            if passage in text:
                yield passage, text


def catalogue(code: str) -> Iterator[tuple[str, str]]:
    """Yield the English forms of all sentences, each with its translation."""
    for message in stored("bot", code):
        said = "".join(forms(message))
        for english in ids(message) if message.id else ():
            yield english, said


def of_words(sentence: str) -> Iterator[str]:
    """Yield the passages of a sentence between its placeholders that have at least three words."""
    for passage in _PLACEHOLDER.split(sentence):
        if len(_WORD.findall(passage)) > 2:
            yield passage


def texts_of(sent: Call, code: str) -> Iterator[str]:
    """Yield what a call to the Bot API shows: a text, a caption, labels of buttons, a toast, or the menu."""
    values = sent.parameters
    if sent.method == "setMyCommands" and values.get("language_code") == code:
        yield str(values["commands"])
    elif sent.method != "setMyCommands":
        yield from (str(values[name]) for name in ("text", "caption", "reply_markup") if name in values)
