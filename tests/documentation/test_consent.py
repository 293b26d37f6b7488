"""The table of what is done at once, in docs/tools.md, is what the code decides."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.kit.capture_modes import CaptureMode
from bot.turns.values.acts import Consent, Risk, consent
from tests.documentation.pages import PAGES

IN_WORDS: Final = {
    Consent.AT_ONCE: "at once",
    Consent.OFFERED: "the answer asks",
    Consent.WAITS: "waits for your button",
    Consent.REFUSED: "not done",
}
WANTED: Final = {
    "reading where your words may be carried to, such as an address": partial(consent, Risk.READS),
    "the same with a tool that you allowed for good": partial(consent, Risk.READS, is_allowed=True),
    "changing a note or a reminder": partial(consent, Risk.WRITES),
    "acting outside": partial(consent, Risk.SENDS),
    "acting outside with a tool that you allowed for good": partial(consent, Risk.SENDS, is_allowed=True),
    **{f"a memory that you asked for, in mode `{it}`": partial(consent, Risk.WRITES, it) for it in CaptureMode},
    **{
        f"a memory of its own idea, in mode `{it}`": partial(consent, Risk.WRITES, it, is_own_idea=True)
        for it in CaptureMode
    },
}


def table() -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| what the model wants | among your own words | beside others' words | beside them, but you asked for it |"
    yield "|---|---|---|---|"
    for name, decide in WANTED.items():
        decided = (decide(is_tainted=False), decide(is_tainted=True), decide(is_tainted=True, is_asked=True))
        yield f"| {name} | {' | '.join(IN_WORDS[it] for it in decided)} |"


def test_the_table_of_decisions_is_true() -> None:
    assert "\n".join(table()) in PAGES["docs/tools.md"], "\n".join(table())
