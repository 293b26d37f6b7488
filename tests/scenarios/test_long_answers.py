"""A long answer arrives whole, whatever Telegram says in between."""

import asyncio
import re
import time
from functools import partial
from itertools import pairwise

import pytest

from bot.chat.turns import CONTINUE
from bot.telegram.reply import ENOUGH_SECONDS
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.fast_answers import fast
from tests.process import BotProcess, Script, said
from tests.scenarios.test_chat import leave_idle

pytestmark = pytest.mark.usefixtures("bot")

CODE = "\n".join(
    f'    value_{number} = compute("{number}", [{number}])  # **no bold** in _code_' for number in range(36)
)
SOURCE = f"def main():\n{CODE}\n    return"
WORDS = " ".join(f"word{number}" for number in range(1100))
ANSWER = f"""\
# A heading

Some **bold**, _italic_ and ~~struck~~ words, `inline *code*`, and [a [b] c](https://example.org/a_(b)).

| Name | Team | City |
|:-----|:----:|-----:|
| Alec | Platform | Berlin |
| Sarah | Design | München |

- first
  - nested one
    1. deeper
    2. deepest
  - nested two
- second

```python
{SOURCE}
```

{WORDS}

> A quotation with **weight**.

שלום עולם, مرحبا بالعالم, 🙂👩‍👩‍👧‍👦 and the end."""


async def test_while_an_answer_comes_in_fast_another_chat_is_served_and_stop_ends_it(
    telegram: BotApi, model: Script
) -> None:
    model.then(fast(" ".join(f"w{number}" for number in range(28_000)), at_once=14_000))
    telegram.send_text("Tell me everything")
    await telegram.bot_message("w0 w1 ")
    telegram.send_text("/memory", user_id=2)
    await telegram.bot_message("I don't remember anything yet", user_id=2)
    telegram.send_text("/stop")
    await model.server.wait_for_abandoned()
    await telegram.bot_message("Stopped.")


@pytest.mark.parametrize("refuses", [False, True])
async def test_every_word_of_ten_thousand_characters_arrives(telegram: BotApi, model: Script, *, refuses: bool) -> None:
    assert len(ANSWER) > 10_000
    if refuses:
        for method in ("sendMessage", "editMessageText"):
            telegram.fail(method, error_code=429, retry_after=1, every=3)
    model.then(ANSWER)
    telegram.send_text("Tell me everything")
    await telegram.wait_for(lambda: any("and the end." in it.text for it in telegram.messages()), 60)
    parts = [it for it in telegram.messages() if it.from_bot]
    text = "\n".join(it.text for it in parts)
    code = "".join(
        _covered(it.text, entity.offset, entity.length)
        for it in parts
        for entity in it.entities
        if entity.type == "pre" and entity.language == "python"
    )
    assert _words(text) == _words(ANSWER.replace("(https://example.org/a_(b))", "").replace("```python", ""))
    assert [line.strip() for line in code.splitlines()] == [line.strip() for line in SOURCE.splitlines()]
    prose = text
    for line in code.splitlines():
        prose = prose.replace(line, "")
    for marker in ("**", "~~", "```", "|--", "|:-", "](", "# A heading", "_italic_"):
        assert marker not in prose, marker
    for piece in ("inline *code*", "a [b] c", "👩‍👩‍👧‍👦"):
        assert piece in prose, piece
    assert telegram.entities_dropped == 0
    assert any(entity.url == "https://example.org/a_(b)" for it in parts for entity in it.entities)
    shown = [it for it in telegram.calls if it.method in {"sendMessage", "editMessageText"}]
    assert all(it.json("link_preview_options") == {"is_disabled": True} for it in shown)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text)


def _covered(text: str, offset: int, length: int) -> str:
    units = text.encode("utf-16-le")
    return units[2 * offset : 2 * (offset + length)].decode("utf-16-le")


async def test_previews_grow_in_one_message_and_keep_their_pace(telegram: BotApi, model: Script) -> None:
    model.then(model.slow("One two three four five six seven eight nine ten. " * 8, seconds=0.04))
    telegram.send_text("Count")
    begun = await telegram.bot_message("One two")
    final = await telegram.wait_for(
        lambda: next((it for it in telegram.messages() if it.from_bot and it.text.count("ten.") == 8), None)
    )
    assert final.message_id == begun.message_id
    shown = telegram.history(final.message_id)
    assert len(shown) >= 3
    assert all(later.text.startswith(earlier.text.rstrip(" …")) for earlier, later in pairwise(shown))
    previews = [it.at for it in shown[:-1]]
    assert all(later - earlier > 0.95 for earlier, later in pairwise(previews))
    typing = [it for it in telegram.calls if it.method == "sendChatAction"]
    assert typing[0].at < shown[0].at


async def test_twenty_characters_are_shown_before_more_come(telegram: BotApi, model: Script) -> None:
    gate = asyncio.Event()
    model.then(Reply(pieces=("Twenty characters ok", " and more"), gates={2: gate}))
    telegram.send_text("Hello")
    begun = await telegram.bot_message("Twenty characters ok")
    gate.set()
    ended = await telegram.bot_message("Twenty characters ok and more")
    assert ended.message_id == begun.message_id


async def test_fewer_characters_are_shown_after_a_while(telegram: BotApi, model: Script) -> None:
    first, second = asyncio.Event(), asyncio.Event()
    model.then(Reply(pieces=("Nineteen characters", " and more"), gates={1: first, 2: second}))
    telegram.send_text("Hello")
    await telegram.wait_for(lambda: model.requests)
    begun = time.monotonic()
    first.set()
    await telegram.bot_message("Nineteen characters")
    (shown,) = [it.at for it in telegram.calls if it.method == "sendMessage"]
    assert shown - begun > ENOUGH_SECONDS
    second.set()
    await telegram.bot_message("Nineteen characters and more")


async def test_a_refused_answer_arrives_as_plain_text(telegram: BotApi, model: Script) -> None:
    telegram.fail("sendMessage", error_code=400, description="Bad Request: can't parse entities", times=2)
    model.then("Some **bold** words.")
    telegram.send_text("Hello")
    reply = await telegram.bot_message("words.")
    assert reply.entities == ()
    assert "bold" in reply.text


async def test_an_answer_arrives_when_telegram_fails_for_a_while(telegram: BotApi, model: Script) -> None:
    telegram.fail("sendMessage", error_code=502, times=3)
    model.then("Here at last.")
    telegram.send_text("Hello")
    await telegram.bot_message("Here at last.")


class CutAnswer:
    """An answer that reached the model's length limit, and the message below it that says so."""

    def __init__(self, telegram: BotApi, notice: Message) -> None:
        (((button,),)) = notice.keyboard
        assert button.text == "▶️ Continue"
        self._telegram = telegram
        self._notice = notice
        self._data = button.callback_data

    @classmethod
    async def asked_for(cls, telegram: BotApi, model: Script, text: str) -> "CutAnswer":
        """Let the model answer at such length, and wait for the notice."""
        model.then(Reply(text=text, finish_reason="length"))
        asked = telegram.send_text("Tell me more")
        answer = await telegram.bot_message(text, after=asked)
        assert answer.text == text
        return cls(telegram, await telegram.bot_message("length limit", after=answer.message_id))

    def press(self) -> str:
        """Press the button; return the query's id."""
        return self._telegram.press(self._notice.message_id, self._data)

    async def says(self, times: int = 1) -> list[str]:
        """Press the button so often at once, and return what the bot says to that."""
        queries = [self.press() for _ in range(times)]
        answers = [await self._telegram.wait_for(partial(self._telegram.press_answer, query)) for query in queries]
        return [answer.text for answer in answers]

    async def has_no_button_any_more(self) -> None:
        """Wait until the notice has no button, and still says the same."""

        def bare() -> Message | None:
            now = self._telegram.message(self._notice.user_id, self._notice.message_id)
            return now if now and not now.keyboard else None

        assert (await self._telegram.wait_for(bare)).text == self._notice.text


async def test_an_answer_that_reached_the_length_limit_is_continued_once_with_a_button(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    cut = await CutAnswer.asked_for(telegram, model, "A long answer that")
    gate = asyncio.Event()
    model.then(Reply(text="never ends", gates={0: gate}))
    assert await cut.says(times=2) == ["", "I'm still working on it."]
    await model.server.wait_for_request(2)
    await cut.has_no_button_any_more()
    await bot.kill()
    model.then("goes on here.")
    await bot.start()
    rest = await telegram.bot_message("goes on here.")
    assert rest.text == "goes on here."
    first, *_, last = model.requests
    assert said(last.request) == ["Tell me more", CONTINUE]
    assert [it.content for it in last.request.messages if it.role == "assistant"] == ["A long answer that"]
    assert last.prompt.startswith(first.prompt.removesuffix("]"))


async def test_what_is_written_after_the_press_waits_for_the_rest_to_be_asked_for(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    cut = await CutAnswer.asked_for(telegram, model, "A long answer that")
    await bot.kill()
    telegram.send_text("/usage")
    cut.press()
    telegram.send_text("And in short?")  # all in one batch
    model.then("goes on here, and ends.")
    await bot.start()
    await telegram.bot_message("goes on here, and ends.")
    assert said(model.requests[-1].request) == ["Tell me more", CONTINUE, "And in short?"]


async def test_a_cut_answer_cannot_be_continued_after_later_messages(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    passed = await CutAnswer.asked_for(telegram, model, "The first answer that")
    left = await CutAnswer.asked_for(telegram, model, "The second answer that")
    await passed.has_no_button_any_more()
    telegram.send_text("/new")
    await left.has_no_button_any_more()
    idle = await CutAnswer.asked_for(telegram, model, "The third answer that")
    await bot.answered(3)
    leave_idle(database_url)
    assert await idle.says() == ["It's too late to continue this answer. Ask me again."]
    await idle.has_no_button_any_more()
    assert len(model.requests) == 3
    last = await CutAnswer.asked_for(telegram, model, "The fourth answer that")
    telegram.send_text("/forget 3 yes")
    await last.has_no_button_any_more()


async def test_a_notice_that_the_user_deleted_does_not_come_back(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await CutAnswer.asked_for(telegram, model, "An answer that")
    await bot.answered(1)
    for method in ("editMessageText", "editMessageReplyMarkup"):
        telegram.fail(method, error_code=400, description="Bad Request: message to edit not found", times=1)
    sent = telegram.send_text("Thanks")
    await bot.answered(2)
    assert [it.text for it in telegram.messages() if it.message_id > sent] == ["Echo: Thanks"]


async def test_where_the_model_is_not_sent_its_own_answers_none_can_be_continued(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    earlier = await CutAnswer.asked_for(telegram, model, "An answer that")
    await bot.answered(1)
    await bot.stop()
    bot.settings["HISTORY_TURNS"] = "0"
    await bot.start()
    assert await earlier.says() == ["It's too late to continue this answer. Ask me again."]
    model.then(Reply(text="Another one that", finish_reason="length"))
    sent = telegram.send_text("And now?")
    assert not (await telegram.bot_message("length limit", after=sent)).keyboard
