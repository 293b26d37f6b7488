"""The practice model's fixed phrases, and the texts that show how an answer streams and what Markdown becomes."""

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
- "Show me Markdown" or "Tell me a long story\""""
FALLBACK: Final = f"I'm the practice model: I follow simple rules, and none of them fits this. {EXAMPLES}"
HELP: Final = f"I'm the practice model: simple rules that can remember, change, recall and forget. {EXAMPLES}"
DECLINED: Final = "No problem, I won't store that."
PASSING: Final = "Thanks for telling me. That sounds like a passing thing, so I won't store it."
NOTHING_TO_FORGET: Final = "I have nothing stored about that."
WAITS_FOR_YOU: Final = "Somebody else's words led to that, so it waits for your button below."
NO_TOOLS: Final = "I can't change my memory in this reply, so nothing was stored."
FORGET_YOURSELF: Final = (
    "I can't forget that myself in our first conversation. Tap Undo below the answer that stored it, or send "
    "/memory delete {memory_id}"
)
UNCLEAR: Final = 'I\'m not sure what to remember. Tell me in one sentence, such as "Remember that I like tea".'
SMALL_TALK: Final = {
    re.compile(pattern, re.IGNORECASE): words
    for pattern, words in {
        r"/?start|(?:hi|hello|hey|good (?:morning|afternoon|evening))(?: there)?|👋": "Hello! What can I do for you?",
        r"how are you(?: doing)?(?: today)?|what's up": "All my rules are in order, thank you. How can I help?",
        r"(?:many )?(?:thanks|thank you|cheers)(?: .{1,30})?|🙏|👍": "You're welcome!",
        r"(?:good)?bye|see you(?: \w+)?|good night": "Goodbye! I'll be here.",
        r"/?help(?: me)?|what can you do(?: .{1,20})?|(?:who|what) are you|are you (?:an? |real).{0,20}": HELP,
        r"ok(?:ay)?|great|cool|nice|good|perfect|all ?right|got it|i see": "Good. What's next?",
        r"never ?mind|forget it|no|nope|nothing": "All right.",
        r"yes|yeah|yep|sure|please do": "I haven't asked anything just now. What would you like me to do?",
    }.items()
}
STORY: Final = """\
# The lighthouse that remembered

On a grey rock far out at sea stood a lighthouse, and in it lived a keeper called Ida. Every evening she lit the lamp, \
and every evening she wrote down the names of the ships that passed: the *Marigold*, the *Old Promise*, the *Second \
Thought*. The book was thick and salty, and its pages curled like waves.

One winter the fog came and stayed. For nine days nobody saw the light, not even Ida, who sat beside it. On the tenth \
she heard a horn, thin and lost, somewhere to the west.

> A lamp is only half of a lighthouse, her father used to say. The other half is knowing who is out there.

She opened the book. Three ships were late. She knew their captains, their habits and their horns, and this horn, a \
little flat on the second note, could only be the *Second Thought*. So she rang the bell the way its captain would \
understand: twice, a pause, and once more. **Turn south.**

The horn answered. It moved, slowly, past the reef it could not see, and faded towards the harbour. In the morning the \
fog was gone, and on the doorstep stood a basket with bread, a lemon and a note.

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
