"""A fixed chat of two hundred messages of realistic length."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Final

from bot.kit.text import one_line

TURNS: Final = 200
MINUTES_APART: Final = 2.5
CONTEXT_TOKENS: Final = 15_300
"""The prompt is compacted three times with this limit."""
IDLE_AFTER: Final = 6
"""Early enough that all turns before the gap are carried over."""
IDLE_MINUTES: Final = 300.0

FACT: Final = "By the way, my sister Nina lives in Lyon."
ASKED_FOR_FACT: Final = "Where does my sister Nina live?"
ASIDE: Final = "My sunglasses fell into the lake near Annecy on Sunday, right off the jetty, and that was that."
ASKED_FOR_ASIDE: Final = "What did I say about my sunglasses?"

_OPENING: Final = (
    FACT,
    "No, leave it, it's just so that you know who I am talking about.",
    ASIDE,
    "Remember that I prefer trains to planes",
)
_NOW_AND_THEN: Final = {
    40: "Remember that my office is in Hall 4",
    90: "Actually my office is now in Hall 7",
    130: "From now on, always give distances in kilometres",
    170: "Thanks a lot!",
}
_TALK: Final = """\
The meeting about the {thing} took until {hour} again. We went through the list twice, half of them had not read a
page of it, and in the end it was put off until the week after next, as always.

How long does it take to get to {place} by train with a bicycle, if there are only two changes and I want to be there
around {hour}?

I have been thinking about the {thing} all day. It could be so much simpler if there were one list for everything
instead of the five we keep now, don't you think?

We walked along the river to {place} this morning, twelve kilometres, with the wind against us on the way back. There
was a small café by the lock that had just opened, with apple cake, still warm.

Can you write me a short and friendly note to the neighbours that the {thing} will be delivered on Thursday around
{hour}, and that it may be loud on the stairs for an hour or so?

What goes well with roasted pumpkin, besides rice? There are leeks, two lemons and half a glass of olives left, and a
bit of the goat's cheese from {place}.

The {thing} is broken for the third time this year! First the hinge, then the cable, and now it makes a noise like a
kettle. I'd rather repair it than buy another one, but nobody sells the parts.

ok, and how would you put that in one sentence for people who have never heard of a {thing}?

Let's say the trip to {place} costs four hundred all in, with two nights and the museum. Would it be better to go in
spring, when it is cheaper, or to wait for the long weekend, when everyone has time?

It turned out that the letter about the {thing} had been lying in the wrong box since {hour} on Monday. Nobody had
looked there, of course, since nothing ever comes that way.

Why do they always close the road to {place} in the best week of the year?
"""
_THINGS: Final = ("budget", "coffee machine", "garden shed", "school play", "winter timetable", "sofa", "archive")
_PLACES: Final = ("Annemasse", "Chambéry", "the old harbour", "Aix", "the upper valley")
_HOURS: Final = ("half past nine", "eleven", "six in the evening")


@dataclass(frozen=True, slots=True)
class Written:
    """A message of the user, and the minutes since the previous one."""

    text: str
    minutes: float


def chat(turns: int = TURNS) -> list[Written]:
    """Return what the user writes, a message a turn, at the end two questions about the beginning."""
    texts = [*islice(_texts(), turns - 2), ASKED_FOR_ASIDE, ASKED_FOR_FACT]
    return [Written(text, IDLE_MINUTES if at == IDLE_AFTER else MINUTES_APART) for at, text in enumerate(texts)]


def _texts() -> Iterator[str]:
    yield from _OPENING
    talk = map(one_line, _TALK.split("\n\n"))
    details = zip(cycle(talk), cycle(_THINGS), cycle(_PLACES), cycle(_HOURS), strict=False)
    for number, (text, thing, place, hour) in enumerate(details, len(_OPENING)):
        yield _NOW_AND_THEN.get(number) or text.format(thing=thing, place=place, hour=hour)
