"""The practice model's fixed phrases, and two long texts that show streaming and Markdown."""

import re
from typing import Final

DISCLOSURE: Final = "I'm the practice model: a few simple rules stand in for a real language model."
EXAMPLES: Final = """\
Try one of these:
- "Alec is my boss" (I ask before I remember something new)
- "Remember that I prefer Friday due dates"
- "Sarah moved to the Design team" (a change to what I know)
- "Who is Alec?" or "What do you know about me?"
- "Forget about Sarah"
- "Search the web for the ferry" (a web of three pages, made up for practice)
- "Think first: what can you do?" (and then /think)
- "Show me Markdown" or "Tell me a long story\""""
HELP: Final = f"I'm the practice model: I follow a few simple rules and nothing more. {EXAMPLES}"
OFFER: Final = "Would you like me to remember that {} for future conversations?"
DECLINED: Final = "No problem, I won't store that."
UNKNOWN: Final = "I don't know that yet. Tell me, and I can remember it."
NO_SECRETS: Final = "I don't remember secrets such as passwords. A password manager keeps them safe."
NOTHING_TO_FORGET: Final = "I have nothing stored about that."
NOTHING_FOUND: Final = "I found nothing about that in earlier conversations."
TASK: Final = "I'm only the practice model. A real model would do that, and it would know: {}"
NO_TOOL: Final = "I have no tool for that in this conversation, so nothing was done. You can do it yourself: /memory"
OUTCOMES: Final = {
    re.compile(pattern): words
    for pattern, words in {
        "Stored": "Done. I'll remember that {}.",
        "Updated": "Updated. I'll remember that {}.",
        "Forgotten": "Done. I've forgotten that.",
        r"Not stored: it is offered\b": OFFER,
        "Not stored, and not offered again": (
            "I asked you about that before, so I won't ask again. Tell me to remember it if you want me to."
        ),
        "Waits": "This came from untrusted text, so it waits for your button below.",
        ".*turned that off": "Nothing was changed: memory is off. Turn it on with /memory mode.",
        "": "I'm sorry, that didn't work, so nothing was changed.",
    }.items()
}
"""Answers to the user by the beginning of the tool result; the first match counts."""
SEEN: Final = "I see {}."
PICTURE: Final = "a picture of {} by {} pixels, mostly {}"
DOCUMENT: Final = "I have read “{}”. It begins: {}"
BLIND: Final = "I can't see pictures."
STORY: Final = """\
# The lighthouse that remembered

On a grey rock far out at sea stood a lighthouse, and in it lived a keeper called Ida. Every evening she lit the lamp, \
and every evening she wrote down the names of the ships that passed: the *Marigold*, the *Old Promise*, the *Second \
Thought*. The book was thick and salty, and its pages curled like waves.

One winter the fog came and stayed. On the tenth day she heard a horn, thin and lost, somewhere to the west.

> A lamp is only half of a lighthouse, her father used to say. The other half is knowing who is out there.

She opened the book. This horn, a little flat on the second note, could only be the *Second Thought*. So she rang the \
bell the way its captain would understand: twice, a pause, and once more. **Turn south.**

The horn answered, and faded towards the harbour. In the morning the fog was gone, and on the doorstep stood a basket \
with bread, a lemon and a note.

The note said: "You remembered us." Ida put it between the pages of the book, where it still is, and that evening she \
lit the lamp as always."""
MARKDOWN: Final = """\
# Markdown, all of it

Text can be **bold**, *italic*, ~~struck~~ or `code`, and [a link (with brackets)](https://example.org/a_(b)).

## A table

| Planet | Moons | Notes |
|---|---:|---|
| Mercury | 0 | small and quick |
| Mars | 2 | *Phobos* and *Deimos* |
| Saturn | 274 | the most of all |

## Lists

- Tea
  - green
  - black, with **milk**
- Coffee

1. Boil the water
2. Wait a minute
3. Pour

## Code

```python
def greet(name: str) -> str:
    return f"Hello, {name}!"
```

> A quotation, for good measure. 🙂

That's the tour."""

THANKS: Final = r"thanks?(?: .*)?"
WELCOME: Final = "You're welcome!"
LIKED: Final = "👍"
"""A reaction instead of that."""
SMALL_TALK: Final = {
    re.compile(pattern, re.IGNORECASE): words
    for pattern, words in {
        r"/start|hi|hello|hey|good morning": "Hello! What can I do for you?",
        r"how are you": "All my rules are in order, thank you. How can I help?",
        THANKS: WELCOME,
        r"/?help|what can you do|(?:who|what) are you": HELP,
        r"yes|no|ok(?:ay)?": "I haven't asked anything just now. What would you like me to do?",
        r"(?:tell|write) .*\bstory": STORY,
        r"show .*\bmarkdown": MARKDOWN,
    }.items()
}
"""Answers to sentences that match a pattern as a whole."""
