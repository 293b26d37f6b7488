"""A long answer arrives whole, whatever Telegram says in between."""

import re
from itertools import pairwise

import pytest

from bot.practice.telegram.bot_api import BotApi
from tests.process import Script

pytestmark = pytest.mark.usefixtures("bot")

CODE = "\n".join(
    f'    value_{number} = compute("{number}", [{number}])  # **no bold** in _code_' for number in range(36)
)
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
def main():
{CODE}
    return
```

{WORDS}

> A quotation with **weight**.

שלום עולם, مرحبا بالعالم, 🙂👩‍👩‍👧‍👦 and the end."""


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
    assert re.findall(r"word\d+", text) == WORDS.split()
    assert re.findall(r"value_\d+ = .*", code) == [line.strip() for line in CODE.splitlines()]
    prose = text
    for line in code.splitlines():
        prose = prose.replace(line, "")
    for marker in ("**", "~~", "```", "|--", "|:-", "](", "# A heading", "_italic_"):
        assert marker not in prose, marker
    for word in ("heading", "bold", "italic", "struck", "inline *code*", "a [b] c", "Alec", "Platform", "München"):
        assert word in prose, word
    for word in ("nested one", "deepest", "quotation", "שלום", "مرحبا", "👩‍👩‍👧‍👦"):
        assert word in prose, word
    assert telegram.entities_dropped == 0
    assert any(entity.url == "https://example.org/a_(b)" for it in parts for entity in it.entities)


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


async def test_an_answer_arrives_when_telegram_fails_for_a_while(telegram: BotApi, model: Script) -> None:
    telegram.fail("sendMessage", error_code=502, times=3)
    model.then("Here at last.")
    telegram.send_text("Hello")
    await telegram.bot_message("Here at last.")
