"""Whether a user asked for something in their own words. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice, permutations, product
from typing import Final
from unicodedata import category

from bot.message_text import OWN_MARK, without_marked
from bot.tools.telling_words import Kind, Part, Word, length, parts_of, plain_text
from bot.tools.third_person import holds
from bot.values.function_words import LETTER
from bot.values.messages import Message, UserMessage
from bot.values.requests import POLITE, REQUESTS, YOUR

_MESSAGE_END: Final = "\f"
_SENTENCE: Final = re.compile(r"(?:[^.!?;…。！？؟।\n]|(?<!\w{3})\.|[.!?;…](?!\s|$))++(?:[?？؟]+|[.!;…。！।\n]|$)")
_QUESTION_END: Final = re.compile(r"[?？؟]\W*$")
_COLON: Final = re.compile(r":(?=\s|$)|：")
_LETTER: Final = re.compile(LETTER)
_QUOTED: Final = re.compile(r'"[^"]*(?:"|$)|[“„][^”“]*(?:[”“]|$)|«[^»]*(?:»|$)|「[^」]*(?:」|$)|『[^』]*(?:』|$)')
_MOST_COMPARED: Final = 100_000
"""Most parts of sentences that are compared, a few seconds' work."""
_MOST_IN_SENTENCE: Final = 8
"""Most requests looked for in a sentence."""
_MOST_IN_HEADING: Final = 2
"""Most words before a colon, besides those for the user, that say nothing of what follows."""
_PARTICLES: Final = {"ja": [(), *((Word(it, Kind.EXACT),) for it in "をにへはで")]}
"""What may stand after each of several texts, by language."""


def own_words(messages: Iterable[Message]) -> str:
    """Return what a user wrote or said themself in messages, without what these quote, forward, or have attached.

    A form feed ends each message.
    """
    users = (it for it in messages if isinstance(it, UserMessage))
    texts = (it.content.partition("\n")[2] for it in users)  # without the time
    return _MESSAGE_END.join(without_marked(it) for it in texts if not it.startswith(OWN_MARK))


def is_asked(words: str, *texts: str) -> bool:
    """Tell whether one request in a user's own words asks to keep or do what all of these texts say, and nothing else.

    What counts is what stands after the request, or before it if nothing does. Each text has all words of some whole
    parts of that, in their order: only "I" may become "the user" and a verb its third person. A question counts if it
    is a polite request. A translation doesn't.
    """
    plain = plain_text(words)
    if not _odd(plain_text("".join(texts))) <= set(plain):
        return False
    return any(_asks(language, plain, texts) for language, request in REQUESTS.items() if request.search(plain))


def _odd(text: str) -> set[str]:
    """Return the characters that are compared with no word, such as signs and what can't be seen."""
    return {it for it in set(text) - {"\n", "\t"} if category(it)[0] in "CMS" and not _LETTER.fullmatch(it)}


def _asks(language: str, words: str, texts: Sequence[str]) -> bool:
    wanted = [_joined(parts_of(language, text)) for text in texts]
    if not any(map(length, wanted)):
        return False
    variants = [it for order in _orders(language, wanted) for it in _readings(order)]
    compared = 0
    for asked in _asked(language, words):
        compared += len(asked)
        if compared > _MOST_COMPARED:
            return False
        if any(holds(language, asked, told) for told in variants):
            return True
    return False


def _orders(language: str, texts: Sequence[Part]) -> Iterator[Part]:
    """Yield several texts as one, in each order: "milk" and "shopping list" may stand either way round."""
    if len(texts) == 1:
        yield from texts
        return
    for order in permutations(texts):
        for particles in product(_PARTICLES.get(language, [()]), repeat=len(order)):
            yield [word for each in zip(order, particles, strict=True) for words in each for word in words]


def _readings(told: Part) -> Iterator[Part]:
    """Yield a text as it is, and with the user in the place of "they" or "your" if that may be them."""
    yield told
    others = [it for it in told if it.kind is Kind.OTHER]
    if others and (any(it.kind is Kind.USER for it in told) or all(it.text in YOUR for it in others)):
        yield [Word("", Kind.USER) if it.kind is Kind.OTHER else it for it in told]


def _asked(language: str, words: str) -> Iterator[Sequence[Part]]:
    """Yield the parts of what each request in a language asks for. None is looked for in quotes, or after a colon."""
    for message in words.split(_MESSAGE_END):
        unquoted = _QUOTED.sub(lambda it: " " * len(it[0]), message)
        sentences = list(_SENTENCE.finditer(message))
        told = cache(partial(parts_of, language))
        for at, found in enumerate(sentences):
            requests = list(islice(REQUESTS[language].finditer(unquoted, *found.span()), _MOST_IN_SENTENCE))
            if not requests and _COLON.search(found[0]):
                break  # what follows may be somebody else's
            if _is_question(found[0]) and not POLITE[language].search(found[0]):
                continue
            former = sentences[at - 1][0] if at and not _is_question(sentences[at - 1][0]) else ""
            for request in requests:
                rest = (part for it in sentences[at + 1 :] if not _is_question(it[0]) for part in told(it[0]))
                before = parts_of(language, message[found.start() : request.start()])
                after = _after(language, message[request.end() : found.end()], rest, is_alone=not before and not at)
                if not after:
                    yield before or told(former)
                elif not any(it.kind is Kind.USER for it in _joined(before)):
                    yield [_joined([*before, after[0]]), *after[1:]]


def _after(language: str, text: str, rest: Iterable[Part], *, is_alone: bool) -> list[Part]:
    """Return the parts that stand after a request, with the rest of its message after a colon, or if it is alone."""
    after = parts_of(language, text)
    if colon := _COLON.search(text):
        after += rest
        return after if _is_heading(_joined(parts_of(language, text[: colon.start()]))) else [_joined(after)]
    return after or (list(rest) if is_alone else [])


def _joined(parts: Iterable[Part]) -> Part:
    return [it for part in parts for it in part]


def _is_heading(words: Part) -> bool:
    """Tell whether words before a colon, such as "these facts about me", say nothing of what follows."""
    kinds = {it.kind for it in words}
    most = _MOST_IN_HEADING if Kind.USER in kinds else 1
    return kinds <= {Kind.USER, Kind.FREE} and length(words) <= most and all(it.text == it.text.lower() for it in words)


def _is_question(sentence: str) -> bool:
    return bool(_QUESTION_END.search(sentence))
