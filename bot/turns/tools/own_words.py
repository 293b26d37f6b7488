"""Whether a user asked for something in their own words. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from itertools import accumulate, islice, permutations, product
from typing import Final, NamedTuple, TypeAlias
from unicodedata import category, normalize

from bot.kit.function_words import ANY_USER, LETTER, function_words
from bot.kit.prompt_text import SIGN, UNTRUSTED_MARK
from bot.kit.text import folded
from bot.model.values import Message, UserMessage
from bot.turns.message_text import OWN_MARK
from bot.turns.tools import requests
from bot.turns.tools.requests import HEADINGS, POLITE, REQUESTS, YOUR, Request

_SENTENCE_END: Final = re.compile(r"[.;:](?=\s|$)|[。：！？\n]")
_WORD: Final = re.compile(rf"(?:(?<!\S)[-−+](?=\d))?{LETTER}+(?:(?:[.:/@_-]|(?<=\d),)+{LETTER}+)*|[$€£¥₹₽₴₺%°]")
_UNSPACED_WORD: Final = re.compile(rf"[A-Za-z0-9]+(?:[.,:/@_-]+[A-Za-z0-9]+)*|{LETTER}|[$€£¥%°]")
_NOT: Final = "NOT"
_SHORT_NOT: Final = re.compile(r"(?:\b(?:ca|wo|sha))?n['\u2019]t\b", re.IGNORECASE)
_CLITIC: Final = re.compile(r"-(se|me|te|lhe)\b")
_SPELLING: Final[Mapping[str, Mapping[int, int | None]]] = {
    "tr": str.maketrans("İI", "iı"),
    "uk": str.maketrans("", "", "'\u2019\u02bc"),
}
_ARABIC_SIGNS: Final = re.compile("[\u064b-\u0652]")
_UNSPACED: Final = {
    "ja": re.compile(r"(?:ユーザー?|利用者|私|僕|俺|わたし|ぼく|自分)(?:たち|達)?[はがのもにを]?"),
    "zh": re.compile(r"(?:用户|用戶|使用者|我)(?:们|們)?的?"),
}
"""The user, with the particle after it, by language without spaces."""
_ENDS: Final = (
    (re.compile(r"(?:だ|である|な)?(?:と(?:いう)?)?(?:こと|の|よう)?(?:に|を|は|も|と|って|ので|から)?$"), ""),
    (re.compile(r"(?:です|だ|である)$"), ""),
    (re.compile(r"(?:てい|て)(?:ます|る)$"), "て"),
    (re.compile(r"(?:ません|ない)(?:です)?$"), "×"),
    (re.compile(r"[いきしちにみりび](?=×$)"), lambda it: "わかさたなまらば"["いきしちにみりび".index(it[0])]),
    (re.compile(r"(?:ます|る)$"), ""),
    (re.compile(r"[うくすつぬむぶ]$"), lambda it: "いきしちにみび"["うくすつぬむぶ".index(it[0])]),
    (re.compile(r"り$"), ""),
)
"""What becomes of the end of a Japanese sentence, so that a polite one is as a plain one."""
_IDLE: Final = {
    language: requests.LIGHT | function_words(language) - telling for language, telling in requests.TELLING.items()
}
"""Words that tell nothing alone, by language."""


class _Kind(Enum):
    """What a word may become in the third person."""

    USER = auto()
    OTHER = auto()
    """A person who may be the user, in the third person."""
    EXACT = auto()
    FREE = auto()
    """A word that may have another form."""


class _Word(NamedTuple):
    """A word that tells something, or one for the user."""

    text: str
    kind: _Kind


_Words: TypeAlias = Sequence[_Word]


def _plain_text(text: str) -> str:
    """Return a text without signs and short forms that differ between writers."""
    return _ARABIC_SIGNS.sub("", _SHORT_NOT.sub(f" {_NOT}", normalize("NFC", text)))


def _words_of(language: str, text: str) -> _Words:
    """Return the telling words of a text in a language."""
    text = _plain_text(text).translate(_SPELLING.get(language, {}))
    text = requests.POLITE[language].sub(" ", _CLITIC.sub(r" \1", text))
    words: list[_Word] = []
    for sentence in _SENTENCE_END.split(text):
        words += _letters(language, sentence) if language in _UNSPACED else _spaced(language, sentence)
    return words


def _spaced(language: str, sentence: str) -> _Words:
    words: list[_Word] = []
    former = ""
    for found in _WORD.finditer(sentence):
        if word := _word(language, found[0], former, is_first=not words):
            words.append(word)
        former = folded(found[0])
    return words


def _word(language: str, word: str, former: str, *, is_first: bool) -> _Word | None:
    plain = folded(word)
    is_name = word.isupper() and len(word) > 1 and word != _NOT
    if is_name:
        return _Word(word, _Kind.EXACT)
    if plain in ANY_USER or plain in requests.FIRST_PERSON[language]:
        return _Word(plain, _Kind.USER)
    if plain in requests.OTHER_PERSONS[language]:
        return _Word(plain, _Kind.OTHER)
    if plain in _IDLE[language]:
        return None
    if word == _NOT or plain in requests.NEGATIONS[language]:
        return _Word(_NOT, _Kind.EXACT)
    is_free = plain.isalpha() and (word == word.lower() or is_first) and former not in requests.FIXING.get(language, ())
    return _Word(word, _Kind.FREE if is_free else _Kind.EXACT)


def _letters(language: str, sentence: str) -> _Words:
    """Return the letters of a sentence in a language without spaces, and its numbers and words of others."""
    bare = re.sub(r"^[\s、，]+[把将將]?|^[把将將]|[\s、，！!?？.「」吗嗎哦啊]+$", "", sentence)
    plain = _UNSPACED[language].sub("\0", bare)
    if language == "ja":
        for end, becomes in _ENDS:
            plain = end.sub(becomes, plain)
    found = re.findall(rf"\0|{_UNSPACED_WORD.pattern}|×", plain)
    return [_Word(it, _Kind.USER if it == "\0" else _Kind.EXACT) for it in found]


def _length(words: _Words) -> int:
    return sum(it.kind is not _Kind.USER for it in words)


_ARABIC_PERSON: Final = ("\u0623", "\u064a", "\u062a")
"""First letters of Arabic verbs: I, he, she."""
_LONGEST_ENDING: Final = max(len(ending) for ending, _ in requests.ENDINGS)
_MOST_MOVED: Final = 30
"""Most words among which a German verb is looked for."""
_MOST_OWNED: Final = 4
"""Most words of what is the user's, such as "older sister"."""


def _is_moved(said: _Words, told: _Words) -> bool:
    """Tell whether two texts are the same when the verb that ends a German clause stands earlier."""
    if not 0 < len(said) <= _MOST_MOVED:
        return False
    *others, verb = said
    if verb.kind is not _Kind.FREE or verb.text != verb.text.lower():
        return False
    return any(_is_same([*others[:at], verb, *others[at:]], told) for at in range(len(others)))


def _is_same(said: _Words, told: _Words) -> bool:
    """Tell whether a text has the same words, and the user where it has them.

    They may stand later there as an owner ("my sister", "la hermana del usuario"). What names no user has them as its
    subject, or where its verb says so.
    """
    words, others = ([it for it in part if it.kind is not _Kind.USER] for part in (said, told))
    if len(words) != len(others) or not all(_are_forms(*pair) for pair in zip(words, others, strict=True)):
        return False
    users, those = _places(said), _places(told)
    implied = set[int]()
    for at, (word, other) in enumerate(zip(words, others, strict=True)):
        if _is_same_word(word.text.casefold(), other.text.casefold()):
            continue
        if word.text in {f"{other.text}ي", f"{other.text[:-1]}تي"}:
            implied.add(at + 1)  # "my", in Arabic
        elif not any(it <= at for it in those):
            return False  # nobody who spoke of themself
        elif not other.text.endswith("s"):  # in English, "they like"
            implied.add(0)
    if not users and not implied:
        implied.add(0)
    for at, user in users.items():
        implied.update({at, at - 1} if user in requests.SUBJECTS and at == 1 else _places_of_owner(words, at, user))
    return implied.issuperset(those)


def _places(part: _Words) -> dict[int, str]:
    """Return the user's words by how many others stand before them."""
    before = accumulate((it.kind is not _Kind.USER for it in part), initial=0)
    return {place: it.text for place, it in zip(before, part, strict=False) if it.kind is _Kind.USER}


def _places_of_owner(words: _Words, place: int, user: str) -> Iterator[int]:
    """Yield where an owner may stand: as in "my sister", or after what is theirs."""
    yield place
    if user not in requests.SUBJECTS:
        for at, word in enumerate(words[place : place + _MOST_OWNED], place):
            is_noun = at == place and user.startswith(("mein", "unser"))  # in German, in capitals
            if not is_noun and not word.text.islower():
                break
            yield at + 1


def _are_forms(said: _Word, told: _Word) -> bool:
    """Tell whether a word is another, or its third person."""
    one, other = said.text.casefold(), told.text.casefold()
    if _is_same_word(one, other):
        return True
    if said.kind is not _Kind.FREE or _Kind.OTHER in {said.kind, told.kind} or told.text != told.text.lower():
        return False
    if (one, other) in requests.IRREGULAR:
        return True
    if one.startswith(_ARABIC_PERSON[0]) and other.startswith(_ARABIC_PERSON) and one[1:] == other[1:]:
        return True
    stems = range(max(1, len(one) - _LONGEST_ENDING), len(one) + 1)
    return any(one[:it] == other[:it] and (one[it:], other[it:]) in requests.ENDINGS for it in stems)


def _is_same_word(one: str, other: str) -> bool:
    return one == other or (one[:-2] == other[:-2] and (one[-2:], other[-2:]) == requests.INFINITIVES)


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
    "en": [(), (_Word("about", _Kind.EXACT),)],
    "ja": [(), *((_Word(it, _Kind.EXACT),) for it in "をにへはで")],
    "ar": [(), *((_Word(it, _Kind.EXACT),) for it in ("إلى", "في", "على"))],
}
"""What may stand after each of several texts, by language."""


def own_words(messages: Iterable[Message]) -> str:
    """Return what a user wrote or said themself in messages, without what these quote, forward, or have attached.

    A form feed ends each message.
    """
    users = (it for it in messages if isinstance(it, UserMessage))
    texts = (it.content.partition("\n")[2] for it in users)  # without the time
    lines = (text.split("\n") for text in texts if not text.startswith(OWN_MARK))
    # Items like "[ ] milk" are no marks.
    own = ([it for it in of_one if not it.startswith(_OTHERS) and not _MARK.fullmatch(it)] for of_one in lines)
    return _MESSAGE_END.join(map("\n".join, own))


def is_asked(words: str, *texts: str, request: Request = Request.ANY) -> bool:
    """Tell whether a user's own words request to keep or do what all of these texts say, and nothing else.

    A request counts in the first sentence of its message, greetings aside, or alone after that sentence on its line.
    It asks for all that this sentence says, and for what follows its colon. Texts say that in the same order, word for
    word: only "I" may become "the user" and a verb its third person. A memory may be one of the facts after a colon.
    A question counts if it is a polite request. A translation doesn't.
    """
    plain = _plain_text(words)
    signs = set(_plain_text("".join(texts))) - {"\n", "\t"} - set(plain)
    if any(category(it)[0] in "CMS" and not _LETTER.fullmatch(it) for it in signs):  # nothing else compares them
        return False
    return any(
        kind in request and pattern.search(plain) and _asks(language, kind, plain, texts)
        for language, patterns in REQUESTS.items()
        for kind, pattern in patterns.items()
    )


def _asks(language: str, kind: Request, words: str, texts: Sequence[str]) -> bool:
    wanted = [_words_of(language, text) for text in texts]
    if not any(map(_length, wanted)):
        return False
    variants = [it for order in _orders(language, wanted) for it in _readings(order)]
    messages = (it for it in words.split(_MESSAGE_END) if REQUESTS[language][kind].search(it))
    asked = (it for message in messages for it in _asked(language, kind, message))
    return any(
        _is_same(said, told) or (language == "de" and _is_moved(said, told)) for said in asked for told in variants
    )


def _orders(language: str, texts: Sequence[_Words]) -> Iterator[_Words]:
    """Yield several texts as one, in each order: "milk" and "shopping list" may stand either way round."""
    if len(texts) == 1:
        yield from texts
        return
    for order in permutations(texts):
        for particles in product(_PARTICLES.get(language, [()]), repeat=len(order)):
            yield [word for each in zip(order, particles, strict=True) for words in each for word in words]


def _readings(told: _Words) -> Iterator[_Words]:
    """Yield a text as it is, and with the user in the place of "they" or "your" if that may be them."""
    yield told
    others = [it for it in told if it.kind is _Kind.OTHER]
    if others and (any(it.kind is _Kind.USER for it in told) or all(it.text in YOUR for it in others)):
        yield [_Word("", _Kind.USER) if it.kind is _Kind.OTHER else it for it in told]


def _asked(language: str, kind: Request, message: str) -> Iterator[_Words]:
    """Yield what each request of a message asks for. None is looked for in quotes."""
    told = partial(_words_of, language)
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
            elif not any(it.kind is _Kind.USER for it in before):
                rest = [it[0] for it in sentences[at + 1 :] if not _is_question(it[0])]
                yield from ([*before, *it] for it in _after(language, kind, after, rest))


def _after(language: str, kind: Request, after: str, rest: Sequence[str]) -> Iterator[_Words]:
    """Yield what may be asked for after a request: its sentence, with the rest of its message after a colon.

    A memory may also be all below a heading, or one sentence there if each begins with the user.
    """
    told = partial(_words_of, language)
    colon = _COLON.search(after)
    if not colon:
        yield told(after)
        return
    lines = [it for it in (after[colon.end() :], *rest) if told(it)]
    heading, below = told(after[: colon.start()]), [told(it) for it in lines]
    whole = [word for words in below for word in words]
    yield [*heading, *whole]
    is_heading = all(it.kind is _Kind.USER or it.text in HEADINGS for it in heading)  # such as "these facts about me"
    if kind is Request.KEEP and is_heading:
        yield whole
        are_about_user = all(it[0].kind is _Kind.USER and all(word.text != _NOT for word in it) for it in below)
        if are_about_user and not any(map(_COLON.search, lines)):
            yield from below


def _is_question(sentence: str) -> bool:
    return bool(_QUESTION_END.search(sentence))
