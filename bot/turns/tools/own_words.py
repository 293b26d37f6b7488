"""Whether a user asked for something in their own words. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, permutations, product
from typing import Final
from unicodedata import category

from bot.kit.function_words import LETTER
from bot.kit.prompt_text import SIGN, UNTRUSTED_MARK
from bot.model.values import Message, UserMessage
from bot.turns.message_text import OWN_MARK
from bot.turns.tools.requests import HEADINGS, POLITE, REQUESTS, YOUR, Request
from bot.turns.tools.telling_words import NOT, Kind, Word, Words, length, plain_text, words_of
from bot.turns.tools.third_person import is_same

_MESSAGE_END: Final = "\f"
_OTHERS: Final = (SIGN, OWN_MARK, f"[{UNTRUSTED_MARK}")
_MARK: Final = re.compile(r"\[.*\]")
_SENTENCE: Final = re.compile(r"(?:[^.!?;…。！？؟।\n]|(?<!\w{3})\.|[.!?;…](?!\s|$))++(?:[?？؟]+|[.!;…。！।\n]|$)")
_QUESTION_END: Final = re.compile(r"[?？؟]\W*$")
_COLON: Final = re.compile(r":(?=\s|$)|：")
_LETTER: Final = re.compile(LETTER)
_QUOTED: Final = re.compile(r'"[^"]*(?:"|$)|[“„][^”“]*(?:[”“]|$)|«[^»]*(?:»|$)|「[^」]*(?:」|$)|『[^』]*(?:』|$)')
_MOST_SENTENCES: Final = 2
"""Most sentences of a message where a request may stand."""
_MOST_IN_SENTENCE: Final = 8
"""Most requests looked for in a sentence."""
_PARTICLES: Final = {
    "en": [(), (Word("about", Kind.EXACT),)],
    "ja": [(), *((Word(it, Kind.EXACT),) for it in "をにへはで")],
    "ar": [(), *((Word(it, Kind.EXACT),) for it in ("إلى", "في", "على"))],
}
"""What may stand after each of several texts, by language."""


def own_words(messages: Iterable[Message]) -> str:
    """Return what a user wrote or said themself in messages, without what these quote, forward, or have attached.

    A form feed ends each message.
    """
    users = (it for it in messages if isinstance(it, UserMessage))
    texts = (it.content.partition("\n")[2] for it in users)  # without the time
    return _MESSAGE_END.join(_without_marked(it) for it in texts if not it.startswith(OWN_MARK))


def _without_marked(text: str) -> str:
    """Return a rendered text without marks and the lines below them. Items like "[ ] milk" are no marks."""
    return "\n".join(it for it in text.split("\n") if not it.startswith(_OTHERS) and not _MARK.fullmatch(it))


def is_asked(words: str, *texts: str, request: Request = Request.ANY) -> bool:
    """Tell whether a user's own words request to keep or do what all of these texts say, and nothing else.

    A request counts in the first sentence of its message, greetings aside, or alone after that sentence on its line.
    It asks for all that this sentence says, and for what follows its colon. Texts say that in the same order, word for
    word: only "I" may become "the user" and a verb its third person. A memory may be one of the facts after a colon.
    A question counts if it is a polite request. A translation doesn't.
    """
    plain = plain_text(words)
    if not _odd(plain_text("".join(texts))) <= set(plain):
        return False
    return any(
        kind in request and pattern.search(plain) and _asks(language, kind, plain, texts)
        for language, patterns in REQUESTS.items()
        for kind, pattern in patterns.items()
    )


def _odd(text: str) -> set[str]:
    """Return the characters that are compared with no word, such as signs and what can't be seen."""
    return {it for it in set(text) - {"\n", "\t"} if category(it)[0] in "CMS" and not _LETTER.fullmatch(it)}


def _asks(language: str, kind: Request, words: str, texts: Sequence[str]) -> bool:
    wanted = [words_of(language, text) for text in texts]
    if not any(map(length, wanted)):
        return False
    variants = [it for order in _orders(language, wanted) for it in _readings(order)]
    messages = (it for it in words.split(_MESSAGE_END) if REQUESTS[language][kind].search(it))
    asked = (it for message in messages for it in _asked(language, kind, message))
    return any(is_same(language, said, told) for said in asked for told in variants)


def _orders(language: str, texts: Sequence[Words]) -> Iterator[Words]:
    """Yield several texts as one, in each order: "milk" and "shopping list" may stand either way round."""
    if len(texts) == 1:
        yield from texts
        return
    for order in permutations(texts):
        for particles in product(_PARTICLES.get(language, [()]), repeat=len(order)):
            yield [word for each in zip(order, particles, strict=True) for words in each for word in words]


def _readings(told: Words) -> Iterator[Words]:
    """Yield a text as it is, and with the user in the place of "they" or "your" if that may be them."""
    yield told
    others = [it for it in told if it.kind is Kind.OTHER]
    if others and (any(it.kind is Kind.USER for it in told) or all(it.text in YOUR for it in others)):
        yield [Word("", Kind.USER) if it.kind is Kind.OTHER else it for it in told]


def _asked(language: str, kind: Request, message: str) -> Iterator[Words]:
    """Yield what each request of a message asks for. None is looked for in quotes."""
    told = partial(words_of, language)
    sentences = list(_SENTENCE.finditer(message))
    at = next((at for at, it in enumerate(sentences) if told(it[0])), 0)
    unquoted = _QUOTED.sub(lambda it: " " * len(it[0]), message)
    for number, found in enumerate(sentences[at : at + _MOST_SENTENCES]):
        if _is_question(found[0]) and not POLITE[language].search(found[0]):
            return
        for request in islice(REQUESTS[language][kind].finditer(unquoted, *found.span()), _MOST_IN_SENTENCE):
            before, after = told(message[found.start() : request.start()]), message[request.end() : found.end()]
            if number:
                is_on_line = "\n" not in message[sentences[at].end() - 1 : found.start()]
                if is_on_line and not before and not told(after):
                    yield told(sentences[at][0])
            elif not told(after) and not _COLON.search(after):
                yield before
            elif not any(it.kind is Kind.USER for it in before):
                rest = [it[0] for it in sentences[at + 1 :] if not _is_question(it[0])]
                yield from ([*before, *it] for it in _after(language, kind, after, rest))


def _after(language: str, kind: Request, after: str, rest: Sequence[str]) -> Iterator[Words]:
    """Yield what may be asked for after a request: its sentence, with the rest of its message after a colon.

    A memory may also be all below a heading, or one sentence there if each begins with the user.
    """
    told = partial(words_of, language)
    colon = _COLON.search(after)
    if not colon:
        yield told(after)
        return
    lines = [it for it in (after[colon.end() :], *rest) if told(it)]
    heading, below = told(after[: colon.start()]), [told(it) for it in lines]
    whole = [word for words in below for word in words]
    yield [*heading, *whole]
    if kind is Request.KEEP and _is_heading(heading):
        yield whole
        if all(map(_is_about_user, below)) and not any(map(_COLON.search, lines)):
            yield from below


def _is_about_user(words: Words) -> bool:
    """Tell whether a sentence begins with the user and negates nothing."""
    return words[0].kind is Kind.USER and all(it.text != NOT for it in words)


def _is_heading(words: Words) -> bool:
    """Tell whether words before a colon, such as "these facts about me", say nothing of what follows."""
    return all(it.kind is Kind.USER or it.text in HEADINGS for it in words)


def _is_question(sentence: str) -> bool:
    return bool(_QUESTION_END.search(sentence))
