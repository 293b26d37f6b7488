"""A long answer arrives whole, whatever Telegram says in between."""

import asyncio
import re
from functools import partial
from itertools import pairwise

import pytest

from bot.turns.turns import CONTINUE
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.pressing import asked, labels
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

| Name | Team |
|:-----|:----:|
| Alec | Platform |

```python
{SOURCE}
```

{WORDS}

שלום עולם, 🙂👩‍👩‍👧‍👦 and the end."""
EVENT = 'data: {"choices": [{"index": 0, "delta": {"content": "w%d "}, "finish_reason": null}]}\n\n'


async def test_while_an_answer_comes_in_fast_another_chat_is_served_and_stop_ends_it(
    telegram: BotApi, model: Script
) -> None:
    begins = [0, *range(14_000, 28_000, 20)]  # then 2,000 words a second
    pieces = ["".join(EVENT % number for number in range(*both)) for both in pairwise(begins)]
    model.then(Reply(raw=tuple(piece.encode() for piece in pieces), delay=0.009))
    await asked(telegram, "Tell me everything", "w0 w1 ")
    await asked(telegram, "/memory", "I don't remember anything yet", user_id=2)
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
    words = re.compile(r"[^\W_]+")
    assert words.findall(text) == words.findall(
        ANSWER.replace("(https://example.org/a_(b))", "").replace("```python", "")
    )
    for marker in ("~~", "```", "|--", "](", "# A heading", "_italic_"):
        assert marker not in text, marker
    for piece in ("inline *code*", "a [b] c", "👩‍👩‍👧‍👦", "  # **no bold** in _code_"):
        assert piece in text, piece
    assert telegram.entities_dropped == 0
    assert any(entity.url == "https://example.org/a_(b)" for it in parts for entity in it.entities)
    shown = [it for it in telegram.calls if it.method in {"sendMessage", "editMessageText"}]
    assert all(it.json("link_preview_options") == {"is_disabled": True} for it in shown)


async def test_previews_grow_in_one_message_and_keep_their_pace(telegram: BotApi, model: Script) -> None:
    model.then(model.slow("One two three four five six seven eight nine ten. " * 8, seconds=0.04))
    begun = await asked(telegram, "Count", "One two")
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


async def cut_answer(telegram: BotApi, model: Script, text: str) -> Message:
    """Let the model answer up to its length limit; return the message below the answer that says so."""
    model.then(Reply(text=text, finish_reason="length"))
    answer = await telegram.bot_message(text, after=telegram.send_text("Tell me more"))
    assert answer.text == text
    notice = await telegram.bot_message("length limit", after=answer.message_id)
    assert labels(notice) == ["▶️ Continue"]
    return notice


def press(telegram: BotApi, notice: Message) -> str:
    """Press the button below a cut answer; return the query's id."""
    return telegram.press(notice.message_id, notice.keyboard[0][0].callback_data)


async def loses_its_button(telegram: BotApi, notice: Message) -> None:
    """Wait until a notice has no button, and still says the same."""

    def bare() -> Message | None:
        now = telegram.message(notice.user_id, notice.message_id)
        return now if now and not now.keyboard else None

    assert (await telegram.wait_for(bare)).text == notice.text


async def test_an_answer_that_reached_the_length_limit_is_continued_once_with_a_button(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    notice = await cut_answer(telegram, model, "A long answer that")
    model.then(Reply(text="never ends", gates={0: asyncio.Event()}))
    queries = [press(telegram, notice) for _ in range(2)]
    answers = [await telegram.wait_for(partial(telegram.press_answer, query)) for query in queries]
    assert [it.text for it in answers] == ["", "I'm still working on it."]
    await model.server.wait_for_request(2)
    await loses_its_button(telegram, notice)
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
    passed = await cut_answer(telegram, model, "The first answer that")
    left = await cut_answer(telegram, model, "The second answer that")
    await loses_its_button(telegram, passed)
    telegram.send_text("/new")
    await loses_its_button(telegram, left)
    idle = await cut_answer(telegram, model, "The third answer that")
    await bot.answered(3)
    leave_idle(database_url)
    query = press(telegram, idle)
    toast = await telegram.wait_for(lambda: telegram.press_answer(query))
    assert toast.text == "It's too late to continue this answer. Ask me again."
    await loses_its_button(telegram, idle)
    assert len(model.requests) == 3
    last = await cut_answer(telegram, model, "The fourth answer that")
    telegram.send_text("/forget 3 yes")
    await loses_its_button(telegram, last)
