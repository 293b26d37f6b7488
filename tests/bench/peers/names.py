"""The figures' names, in the order of the table."""

from typing import Final

REQUEST: Final = "update to request"
FIRST: Final = "first words"
FINAL: Final = "final text"
PREFIX: Final = "prefix kept"
PROMPT: Final = "instructions and tools"
CALLS: Final = "model requests a message"
OWN_CALLS: Final = "own requests a message"
OWN_TOKENS: Final = "tokens of own requests a message"
EMBEDDED: Final = "texts embedded a message"
START: Final = "start to polling"
RESIDENT: Final = "resident memory"
ALL_MEMORY: Final = "memory of all processes"
KILLED: Final = "answered after SIGKILL"
LOST: Final = "lost words under 429s"
RECALLED: Final = "recall in a new conversation"
