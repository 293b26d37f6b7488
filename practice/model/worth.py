"""What has the form of a fact and is not worth keeping: secrets, what isn't meant, and what won't last."""

import re
from collections.abc import Iterable
from typing import Final

_SECRET: Final = re.compile(
    r"\b(?:passwords?|passphrase|passcode|pin|cvv|cvc|(?:api|private|secret|access) (?:key|token)"
    r"|(?:credit|debit|bank) card|card number|(?:door|safe|gate|alarm|access|security|lock|entry) code"
    r"|(?:code|combination) (?:of|for|to))\b",
    re.IGNORECASE,
)
_NOT_MEANT: Final = re.compile(
    r"\b(?:kidding|joking|haha+|lol|imagine|suppose|pretend|hypothetically|let['\u2019]s (?:play|say)|what if|i wish"
    r"|if (?:only )?i (?:were|was|had)|once upon a time|in (?:the|my|a) (?:story|novel|book|film|movie|dream|game|play)"
    r"|i dream(?:t|ed))\b|[;:]-?[)P](?!\w)|[😉😜😝🤪😂🤣]",
    re.IGNORECASE,
)
"""Jokes, suppositions, wishes and stories."""
_NOW: Final = (
    r"\b(?:today|tonight|tomorrow|this (?:morning|afternoon|evening|week|weekend|time)|right$|currently"
    r"|at the moment|at present|for (?:now|today|a while|the moment)|just now|(?:until|till) \w+$)"
)
_STATES: Final = (
    r"late|early|delayed|cancell?ed|ready|broken|empty|full|dead|gone|stuck|lost|down|tired|exhausted|hungry|thirsty"
    r"|ill|sick|busy|asleep|awake|away|out|cold|hot|bored|sad|angry|happy|nervous|excited|here|there|back|coming"
    r"|(?:in|on|at|off to) (?:an?|the|his|her|their) (?:hurry|meeting|way|phone|train|bus|plane|airport|station|shower)"
)
_THINGS: Final = (
    r"headache|cold|fever|cough|hangover|question|problem|idea|issue|request|minute|moment|second|meeting|appointment"
    r"|deadline|feeling|doubt|favou?r|lot|few"
)
_PASSING: Final = re.compile(
    rf"{_NOW}\b|(?:is|are) (?:\w+ )?(?:{_STATES})(?:,? (?:and|as|because|for|with|from|again) .+)?$"
    rf"|has an? (?:\w+ )?(?:{_THINGS})\b",
    re.IGNORECASE,
)


def is_secret(text: str) -> bool:
    """Return whether a text tells a secret, such as a password."""
    return bool(_SECRET.search(text))


def is_passing(text: str) -> bool:
    """Return whether a fact in the third person won't last."""
    return bool(_PASSING.search(text))


def is_meant(sentences: Iterable[str]) -> bool:
    """Return whether what is said together is meant: one joke or supposition in it is enough to doubt all of it."""
    return not any(map(_NOT_MEANT.search, sentences))
