"""A long answer arrives whole, whatever Telegram says in between."""

import asyncio
import re
from functools import partial
from itertools import pairwise

import pytest

from bot.chat.turns import CONTINUE
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


async def test_every_word_of_ten_thousand_characters_arrives(telegram: BotApi, model: Script) -> None:
    assert len(ANSWER) > 10_000
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


async def test_a_refused_answer_arrives_as_plain_text(telegram: BotApi, model: Script) -> None:
    telegram.fail("sendMessage", error_code=400, description="Bad Request: can't parse entities", times=2)
    model.then("Some **bold** words.")
    telegram.send_text("Hello")
    reply = await telegram.bot_message("words.")
    assert reply.entities == ()
    assert "bold" in reply.text


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
