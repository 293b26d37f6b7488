"""Whether a user said something in their own words. Pure."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from unicodedata import normalize

from bot.message_text import OWN_MARK, without_marked
from bot.values.function_words import LETTER, UNSPACED, may_be_in, without_function_words
from bot.values.messages import Message, UserMessage
from bot.values.text import folded

_SENTENCE_END: Final = re.compile(
    r"[.!?;\u2026](?=\s)|[\u3002\uff01\uff1f\u061f\u0964]|\n|(?<=\bno),|(?<=\bnein),", re.IGNORECASE
)
_ASKED_OR_NOT: Final = re.compile(
    r"(?:[^.!?;\u2026\u3002\uff01\uff1f\u061f\n]|[.!?;\u2026](?!\s|$))*+"
    r"(?:(?P<is_question>\?(?=\s|$)|[\uff1f\u061f])|.|\n|\Z)"
)
"""A sentence with its end."""
_REQUEST: Final = re.compile(
    r"\b(?:can|could|would|will) you\b|\bplease\b"
    r"|\b(?:kannst|könntest|würdest) du\b|\b(?:können|könnten|würden) sie\b|\bbitte\b"
    r"|\b(?:peux|pourrais)[- ]tu\b|\b(?:pouvez|pourriez)[- ]vous\b|\bs'il (?:te|vous) pla[iî]t\b"
    r"|\bpuedes\b|\bpodrías\b|\bpuede usted\b|\bpor favor\b|\bpuoi\b|\bpotresti\b|\bper favore\b"
    r"|\bpodes\b|\bpoderia\b|\bvocê pode\b|\bkun je\b|\b(?:можешь|можете|пожалуйста|можеш|будь ласка)\b"
    r"|\blütfen\b|(?:ebilir|abilir|ebilirsin|abilirsin) ?mi?\b|هل يمكنك|من فضلك|क्या (?:आप|तुम)|कृपया"
    r"|[请請]|能不能|可以.{0,3}[记記]|くれますか|くださ|もらえ|お願い",
    re.IGNORECASE,
)
"""What asks for something to be done, where its sentence is a question."""
_WORD: Final = re.compile(rf"{LETTER}+(?:(?<=\d)[.,:/-](?=\d){LETTER}+)*")
"""A word, or a number with its signs, such as 9:30."""
_NOT: Final = "NOT"
"""A negation; in capitals, so that it is no form of another word."""
_NEGATIONS: Final = frozenset(
    """
    not no never none nobody nothing nowhere neither nor without cannot
    dont doesnt didnt isnt arent wasnt werent wont cant couldnt wouldnt shouldnt havent hasnt hadnt
    nicht nichts nie niemals niemand kein keine keinen keinem keiner keines ohne weder
    ne pas jamais aucun aucune rien sans non não nunca jamás ningún ninguna nada sin tampoco sem nem né mai niente
    nessuno nessun nessuna senza ninguém nenhum nenhuma ni nadie
    niet geen nooit niets zonder inte aldrig ingen ikke aldri nigdy bez не нет ни нету никогда без немає ні ніколи
    değil yok asla لا ما مش مو غير ليس ليست لست لم لن بدون नहीं न ना मत बिना
    """.split()  # noqa: SIM905 - easier to read
)
_SHORT_NOT: Final = re.compile(r"(?:\b(?:ca|wo|sha))?n['\u2019]t\b", re.IGNORECASE)
_UNSPACED_NOT: Final = re.compile(
    r"ませんでした|ません|なかった|(?<=[\u3041-\u309f\u4e00-\u9fff])ない"
    r"|(?<=[\u3041-\u309f])(?:なく|ずに|ず(?![っつ])|(?<![おす])ね[えぇー]|(?<!い)ぬ)"
    r"|不(?!丹)|[没沒](?:有)?|无(?!锡)|[無未勿甭]|并?非(?![常洲])|莫(?![斯扎奈言])"
    r"|(?<![特分告区區级級个個])[别別](?![人的名墅])"
)
_TURKISH_NOT: Final = re.compile(
    r"[a-zçğıöşü]{2,}m(?:[ae](?:m|z\w*|[dy][aeıi]\w*|m(?:[ıi]ş|[ae][kl])\w*)|[ıiuü]yor\w*)"
)
"""A verb with its negation, or a word of another language, such as "homemade"."""
_ASKS_TO_REMEMBER: Final = re.compile(
    r"\b(?:do not|don['\u2019]?t|never) forget\b|\bvergiss(?: bitte)? nicht\b|\bnicht vergessen\b"
    r"|\bn['\u2019]oublie[sz]? pas\b|\bno (?:te )?olvides\b|\bnon dimenticare\b|\bnão (?:te )?esque[cç]as?\b"
    r"|\bне забудь(?:те)?\b|\bне забувай(?:те)?\b|لا تنس[ىي]?|मत भूल\w*|[不别別]要?忘(?:[记記])?(?:了)?|忘れないで",
    re.IGNORECASE,
)
"""What holds a negation, and negates nothing."""
_FORMS: Final = frozenset(
    frozenset(pair.split())
    for pair in """
    esse isst|fahre fährt|spreche spricht|lese liest|nehme nimmt|gebe gibt|sehe sieht|werde wird|vergesse vergisst
    schlafe schläft|laufe läuft|trage trägt|helfe hilft|treffe trifft
    vis vit|lis lit|fais fait|dors dort|bois boit|sais sait|dois doit|veux veut|peux peut|vais va|sors sort
    mets met|prends prend|viens vient|tiens tient|cours court|écris écrit|conduis conduit
    hago hace|digo dice|voy va|vengo viene|sé sabe|doy da|puedo puede|juego juega
    vado va|faccio fa|bevo beve|esco esce|vengo viene|so sa|sto sta|do dà|posso può|voglio vuole|devo deve
    vou vai|faço faz|venho vem|sei sabe|posso pode|vejo vê|leio lê
    ем ест|пью пьёт|пью пьет|учу учит|иду идёт|иду идет|еду едет|могу может|ищу ищет|вижу видит|хожу ходит|сплю спит
    їм їсть|вчу вчить|їду їде|можу може|ходжу ходить
    """.replace("\n", "|").split("|")
)
"""First and third person of verbs that differ in more than their ending."""
_BARE_VERB: Final = re.compile(
    r"\A\W*[^\W\d_]+(?:o|oy|[ую]|m)\b(?!\s+(?:\w+s|è|é|era|ha|tiene|tem|vive|mora|lavora|trabaja|trabalha)\b)"
)
"""A verb in the first person that begins its sentence, as in "Vivo en Roma"; it is no name, which a verb follows."""
_UNIT: Final = re.compile(rf"\d+(?:[.,:/-]\d+)*|[\u30a1-\u30ff]+|[\u3041-\u309f]+|[^\W\d_{UNSPACED}]+|.")
"""A number, a word, or a letter of a language without spaces."""
_IS_UNSPACED: Final = re.compile(f"[{UNSPACED}]")
_IS_CUT: Final = re.compile(
    rf"(?![\u3041-\u30ff])[{UNSPACED}] "
    rf"(?![\u3041-\u30ff市省县縣区區州镇鎮村府和跟与與及或但而因所在着過过吗嗎呢吧啊])[{UNSPACED}]"
)
"""Two letters that may be of one word, as the second begins no word that often follows another."""
_ARABIC_PERSON: Final = ("\u0623", "\u064a", "\u062a")
"""First letters of Arabic verbs: I, he, she."""
_ENDING: Final = 3
"""Most characters at the end of a word that another form of it has otherwise."""
_MOST_COMPARED: Final = 1_000_000
"""Most pairs of words compared, about a second's."""


def own_words(messages: Iterable[Message]) -> str:
    """Return what a user wrote or said themself in messages, without what these quote, forward, or have attached."""
    users = (it for it in messages if isinstance(it, UserMessage))
    texts = (it.content.partition("\n")[2] for it in users)  # without the time
    return "\n".join(without_marked(it) for it in texts if not it.startswith(OWN_MARK))


def are_said(text: str, words: str) -> bool:
    """Tell whether each sentence of a text is said in one sentence of a user's own words.

    That has all its words that tell something, and a negation just if it has one; what is negated is in the same order.
    Words in lower case may have another form; names and numbers are the same. What languages without spaces write in
    one is said in one. Of questions, only those count that ask for something to be done. A translation is not said,
    nor is what is too long to compare.
    """
    said, told = _sentences(_without_questions(words), bare_verbs=True), _sentences(text)
    exactly = frozenset(said)
    otherwise = [it for it in told if it not in exactly]
    if sum(len(it.words) for it in otherwise) * sum(len(it.words) for it in said) > _MOST_COMPARED:
        return False
    return bool(told) and all(any(_says(own, it) for own in said) for it in otherwise)


class _Sentence(NamedTuple):
    """The telling words of a sentence, with one word for each negation."""

    words: tuple[str, ...]
    in_turkish: tuple[str, ...]
    """The same, if it is Turkish, whose verbs have their negation in them."""
    may_be_turkish: bool


def _without_questions(words: str) -> str:
    return _ASKED_OR_NOT.sub(
        lambda found: "\n" if found["is_question"] and not _REQUEST.search(found[0]) else found[0], words
    )


def _sentences(text: str, *, bare_verbs: bool = False) -> Sequence[_Sentence]:
    """Return each sentence that has telling words. It may begin with a verb without its pronoun."""
    plain = _SHORT_NOT.sub(f" {_NOT}", _ASKS_TO_REMEMBER.sub(" ", normalize("NFC", text)))
    split = _SENTENCE_END.split(_UNSPACED_NOT.sub(f" {_NOT} ", plain))
    if bare_verbs:
        split = [_BARE_VERB.sub(lambda it: it[0].lower(), it) for it in split]
    return [it for it in map(_sentence, dict.fromkeys(split)) if it.words]


def _sentence(text: str) -> _Sentence:
    found = _WORD.findall(without_function_words(text))
    words = tuple(_NOT if folded(it) in _NEGATIONS else it for it in found)
    in_turkish = (part for it in words for part in ([_NOT, it] if _TURKISH_NOT.fullmatch(folded(it)) else [it]))
    return _Sentence(words, tuple(in_turkish), may_be_in("tr", text))


def _says(said: _Sentence, told: _Sentence) -> bool:
    if said.may_be_turkish or told.may_be_turkish:
        return _all_are_in(told.in_turkish, said.in_turkish)
    return _all_are_in(told.words, said.words)


def _all_are_in(told: Sequence[str], said: Sequence[str]) -> bool:
    if (_NOT in said) != (_NOT in told):
        return False
    if _NOT not in told:
        return all(any(_are_forms(it, other) for other in said) for it in told)
    wanted = list(told[::-1])
    for it in said:
        if _are_forms(wanted[-1], it):
            wanted.pop()
            if not wanted:
                return True
        elif it == _NOT:
            return False  # what follows is negated otherwise
    return False


def _are_forms(one: str, other: str) -> bool:
    """Tell whether a word ends another or a part of it, or both may be forms of one, as "like" and "likes" are."""
    plain, other_plain = one.casefold(), other.casefold()
    if _IS_UNSPACED.search(one):
        return plain in other_plain and _has_part(_units(other), _units(one))
    if plain == other_plain or {plain, other_plain} in _FORMS:
        return True
    if one.startswith(_ARABIC_PERSON) and other.startswith(_ARABIC_PERSON):
        return one[1:] == other[1:]
    if one[:3] != other[:3] or any(it != it.lower() or any(map(str.isdigit, it)) for it in (one, other)):
        return False
    longest = max(len(one), len(other))
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return same >= max(0.55 * longest, longest - _ENDING)


def _has_part(units: str, part: str) -> bool:
    """Tell whether units of a word have others among them, which are not the beginning of a longer word."""
    _, *rests = units.split(part)
    return any(not _IS_CUT.match(f"{part[-2]} {it}") for it in rests)


def _units(word: str) -> str:
    """Return a word with a space around each unit that is compared as a whole."""
    return f" {' '.join(_UNIT.findall(folded(word)))} "
