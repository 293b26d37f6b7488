"""English for the rules: simplify a sentence, and turn it from the first person to the third or second."""

import re
from collections.abc import Mapping

REDUCED = {
    re.compile(pattern, re.IGNORECASE): words
    for pattern, words in {
        r"^(?:(?:no|sorry|hi|hello|hey)[,!:.]+ )+": "",
        r"^(?:(?:actually|also|and|by the way|please|so|well|(?:can|could) you)\b[,:]? )+": "",
        r",? (?:by the way|please)$": "",
        r"(?<!from) now\b": "",
        r"\bI'm\b": "I am",
        r"\b(who|what|where)'s\b": r"\1 is",
    }.items()
}
QUESTION = re.compile(r"(?:who|what|where|when|which|whose|how|why|do|does|did|is|are) |tell me about ", re.IGNORECASE)
THIRD_PERSON = {"am": "is", "have": "has", "do": "does", "don't": "doesn't", "was": "was"}
SECOND_PERSON = {"is": "are", "has": "have", "does": "do", "doesn't": "don't", "was": "were"}
WITHOUT_ENDING = {"can", "could", "will", "would", "should", "must", "had", "went", "met", "got", "came", "bought"}
ABOUT_THEM = {"my": "the user's", "me": "the user", "your": "the assistant's", "you": "the assistant"}
TO_THEM = {"the user's": "your", "the user": "you", "the assistant's": "my", "the assistant": "me"}
STOP_WORD = re.compile(
    r"\b(?:an?|the|this|that|it|you|your|we|our|he|she|they|who|what|whose|where|when|why|how|which|is|are|am|was|be|do"
    r"|does|did|can|will|of|in|on|at|for|with|about|from|to|and|or|but|know|remember|tell|me|have|has)\b"
)


def plain(sentence: str) -> str:
    """Return a sentence without polite words, closing marks and contractions."""
    text = " ".join(sentence.replace("\u2019", "'").split()).strip(' "“”*').rstrip(" .!?…")
    for pattern, words in REDUCED.items():
        text = pattern.sub(words, text)
    return text


def is_question(sentence: str) -> bool:
    """Return whether a sentence is a question."""
    return sentence.rstrip(' "”*').endswith("?") or bool(QUESTION.match(plain(sentence)))


def closed(text: str) -> str:
    """Return the text with a capital first letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…")) else ".")


def third_person(text: str) -> str:
    """Turn the user's first person into the third: "my boss" becomes "the user's boss"."""
    text = re.sub(r"\bI ([a-z']+)", lambda it: f"the user {_with_s(it[1])}", text)
    text = re.sub(r"^the user\b", "User", _swapped(text, ABOUT_THEM))
    return text[:1].upper() + text[1:]


def second_person(text: str) -> str:
    """Turn the third person about the user into the second: "the user's boss" becomes "your boss"."""
    text = re.sub(r"^(?:User|The user)\b", "the user", text)
    text = re.sub(r"\bthe user ([a-z']+)", lambda it: f"you {_without_s(it[1])}", text)
    return _swapped(text, TO_THEM)


def stems(text: str) -> frozenset[str]:
    """Return the stems of a text's words, without stop words; "I" and "my" become "user"."""
    text = STOP_WORD.sub("", re.sub(r"\b(?:i|my)\b", "user", re.sub(r"'s\b", "", text.lower())))
    return frozenset(re.sub(r"(?<=\w{3})(?:ing|e?s|ed|e)$", "", word) for word in re.findall(r"[^\W_]+", text))


def _swapped(text: str, words: Mapping[str, str]) -> str:
    return re.sub(rf"\b(?:{'|'.join(words)})\b", lambda it: words[it[0].lower()], text, flags=re.IGNORECASE)


def _with_s(verb: str) -> str:
    if verb in THIRD_PERSON:
        return THIRD_PERSON[verb]
    if verb in WITHOUT_ENDING or verb.endswith(("ed", "n't")):
        return verb
    return re.sub(r"(?<=[^aeiou])y$", "ie", re.sub(r"(?<=[cs]h|ss)$", "e", verb)) + "s"


def _without_s(verb: str) -> str:
    if verb in SECOND_PERSON:
        return SECOND_PERSON[verb]
    verb = re.sub(r"(?<=\w\w)ies$", "y", verb)
    return re.sub(r"(?<=[cs]h|ss)es$|(?<=[^s])s$", "", verb)
