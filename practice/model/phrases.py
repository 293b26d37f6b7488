"""The practice model's fixed phrases, and a long text that shows streaming."""

import re
from typing import Final

DISCLOSURE: Final = "I'm the practice model: a few simple rules stand in for a real language model."
EXAMPLES: Final = """\
Try one of these:
- "Alec is my boss" (I ask before I remember something new)
- "Remember that I like tea"
- "Actually, Alec is my mentor now, not my boss" (a change to what I know)
- "Who is Alec?" or "What do you know about me?"
- "Forget about Alec"
- "Remind me in 2 minutes to drink tea"
- "Add milk to my shopping list"
- "Search the web for the ferry" (a web of three pages, made up for practice)
- "Think first: what can you do?" (and then /think)
- "Tell me a long story\""""
HELP: Final = f"I'm the practice model: I follow a few simple rules, in English, and nothing more. {EXAMPLES}"
OFFER: Final = "Would you like me to remember that {} for future conversations?"
DECLINED: Final = "No problem, I won't store that."
UNKNOWN: Final = "I don't know that yet. Tell me, and I can remember it."
NOTHING_TO_FORGET: Final = "I have nothing stored about that."
NOTHING_FOUND: Final = "I found nothing about that in earlier conversations."
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
THOUGHT: Final = """\
The user says: {}

I should take my time with that. First I read what I was told to do. Then I look at everything I know: the memories in \
my instructions, what was said earlier in this conversation, and what my tools have found so far. One of my rules will \
fit, as there are not many of them. If none does, I will say so and not make anything up.

That is all there is to consider, so I can answer now."""

SMALL_TALK: Final = {
    re.compile(pattern, re.IGNORECASE): words
    for pattern, words in {
        r"/start|hi|hello|hey": "Hello! What can I do for you?",
        r"how are you": "All my rules are in order, thank you. How can I help?",
        r"thanks?(?: .*)?": "You're welcome!",
        r"/?help|what can you do|(?:who|what) are you": HELP,
        r"yes|no|ok(?:ay)?": "I haven't asked anything just now. What would you like me to do?",
        r"(?:tell|write) .*\bstory": STORY,
    }.items()
}
"""Answers to sentences that match a pattern as a whole."""
