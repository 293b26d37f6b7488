"""English as the rules need it: the user's words turned into words about them, and back into words to them."""

import re
from collections.abc import Mapping


def words_of(text: str) -> frozenset[str]:
    """Give the words of a list written as a text."""
    return frozenset(text.split())


ADVERBS = "always|never|usually|often|really|also|still|just|mostly|sometimes|only|currently"
SINGULAR = {"am": "is", "were": "was", "have": "has", "do": "does", "don't": "doesn't", "haven't": "hasn't"}
PLURAL = {third: first for first, third in SINGULAR.items()} | {"is": "are", "isn't": "aren't", "wasn't": "weren't"}
NO_ENDING = words_of(
    "can could will would must may might shall should was had went grew got came met bought became began knew saw took"
    " made said told left and or but to as at in on for from with about that this these his its us who is"
)
ABOUT_THEM = {
    "my": "the user's",
    "our": "the user's",
    "me": "the user",
    "i": "the user",
    "your": "the assistant's",
    "you": "the assistant",
}
TO_THEM = {"the user's": "your", "the user": "you", "the assistant's": "my", "the assistant": "me"}
YOURS = {"i am": "you are", "i": "you", "me": "you", "my": "your"}
MINE = {"you are": "I am", "you": "I", "your": "my"}
FIRST_PERSON = re.compile(r"\bI(?= [a-z]|')|\b(?:[Mm]y|[Oo]ur|me)\b")
SECOND_PERSON = re.compile(r"\b[Yy]our?\b")
CONTRACTIONS = {
    r"\bI'm\b": "I am",
    r"\byou're\b": "you are",
    r"\bI've\b": "I have",
    r"\b(who|what|where|when|it|that)'s\b": r"\1 is",
    r"(\w)'s (my|an?|the|on|now|in|at|called)\b": r"\1 is \2",
    r"\bi\b": "I",
}
LEAD_IN = re.compile(
    r"(?:(?:oh|well|hey|hi|hello|ok(?:ay)?|so|btw|by the way|also|and|fyi|just so you know|sorry|please)\b[,:!]?\s+)+",
    re.IGNORECASE,
)
POLITE = re.compile(r"^(?:(?:can|could|will|would) you )?(?:please )?", re.IGNORECASE)
LEAD_OUT = re.compile(r",?\s+(?:by the way|btw|fyi|please|just so you know|though)$", re.IGNORECASE)


def plain(sentence: str) -> str:
    """Reduce a sentence to its matter: no lead-in or please, no closing marks, no contractions."""
    text = re.sub(r"\s+", " ", sentence.replace("\u2019", "'")).strip(' \t"“”*_').rstrip(" .!?…,;:")
    text = LEAD_IN.sub("", text, count=1) if LEAD_IN.match(text) else text
    text = LEAD_OUT.sub("", POLITE.sub("", text))
    for pattern, words in CONTRACTIONS.items():
        text = re.sub(pattern, words, text, flags=re.IGNORECASE)
    return text


def closed(text: str) -> str:
    """Make a sentence of it: a capital first, a full stop last."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…")) else ".")


def third_person(text: str) -> str:
    """Turn what the user says of themselves into what is said of them: "my boss" into "the user's boss"."""
    if text.startswith("I "):
        text = re.sub(r"\bmy\b", "their", text)
    text = re.sub(rf"\bI ((?:(?:{ADVERBS}) )*)([a-z']+)", lambda it: f"the user {it[1]}{_with_s(it[2])}", text)
    text = re.sub(r"^the user\b", "User", _swapped(text, ABOUT_THEM))
    return text[:1].upper() + text[1:]


def second_person(text: str) -> str:
    """Turn what is said of the user into what is said to them: "the user's boss" into "your boss"."""
    if text.startswith("User "):
        text = re.sub(r"\btheir\b", "your", text)
    text = re.sub(r"^User\b|\bThe user\b", "the user", text)
    text = re.sub(rf"\bthe user ((?:(?:{ADVERBS}) )*)([a-z']+)", lambda it: f"you {it[1]}{_without_s(it[2])}", text)
    return _swapped(re.sub(r"^The assistant\b(?!')", "I", text), TO_THEM)


def of_user(memory: str) -> str:
    """Turn a memory in which "I" or "you" is the user into the third person; leave any other as it is."""
    if FIRST_PERSON.search(memory):
        return third_person(plain(memory))
    return third_person(_swapped(plain(memory), MINE)) if SECOND_PERSON.search(memory) else memory


def said_back(text: str) -> str:
    """Turn what the user says into what is said to them: "my boss" into "your boss"."""
    return _swapped(text, YOURS)


def _swapped(text: str, words: Mapping[str, str]) -> str:
    return re.sub(rf"\b(?:{'|'.join(words)})\b", lambda it: words[it[0].lower()], text, flags=re.IGNORECASE)


def _with_s(verb: str) -> str:
    if verb in SINGULAR:
        return SINGULAR[verb]
    if verb in NO_ENDING or verb.endswith(("ed", "n't")):
        return verb
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


def _without_s(verb: str) -> str:
    if verb in PLURAL:
        return PLURAL[verb]
    if verb in NO_ENDING or not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if re.search(r"[^aeiou]ies$", verb) and len(verb) > len("lies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zes", "oes")) else verb[:-1]
