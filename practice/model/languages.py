"""What a newcomer says first, in other languages than English: the rules know the English sentence for each."""

import re
from typing import Final

_REMEMBER: Final = (
    r"merk dir,? (?:dass )?(.+)",
    r"recuerda que (.+)",
    r"(?:retiens|souviens-toi) qu(?:e |[’'])(.+)",
    r"ricorda che (.+)",
    r"lembre que (.+)",
    r"запомни,? что (.+)",
    r"запам[’']ятай,? що (.+)",
    r"(.+) hatırla",
    r"تذكّر أن(.+)",
    r"याद रखो कि (.+)",
    r"记住(.+)",
    r"(.+?)(?:と|ことを|を)覚えて",
)
_ABOUT_ME: Final = (
    r"was weißt du über mich",
    r"¿?qué sabes de mí",
    r"que sais-tu de moi",
    r"che cosa sai di me",
    r"o que você sabe sobre mim",
    r"что ты знаешь обо мне",
    r"що ти знаєш про мене",
    r"benim hakkımda ne biliyorsun",
    r"ماذا تعرف عني",
    r"तुम मेरे बारे में क्या जानते हो",
    r"你知道我哪些事",
    r"私について何を知ってる",
)
_STORY: Final = (
    r"erzähl mir eine lange geschichte",
    r"cuéntame una historia larga",
    r"raconte-moi une longue histoire",
    r"raccontami una storia lunga",
    r"conte-me uma história longa",
    r"расскажи длинную историю",
    r"розкажи довгу історію",
    r"bana uzun bir hik[aâ]ye anlat",
    r"احكِ لي قصة طويلة",
    r"मुझे एक लंबी कहानी सुनाओ",
    r"给我讲个长故事",
    r"長い話を聞かせて",
)
_HELP: Final = (
    r"was kannst du",
    r"¿?qué puedes hacer",
    r"que sais-tu faire",
    r"che cosa sai fare",
    r"o que você sabe fazer",
    r"что ты умеешь",
    r"що ти вмієш",
    r"neler yapabilirsin",
    r"ماذا تستطيع أن تفعل",
    r"तुम क्या कर सकते हो",
    r"你能做什么",
    r"何ができるの",
)
_END: Final = r"\s*[.!?…。！？؟।]*"


def _any_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{it}){_END}" for it in patterns), re.IGNORECASE)


_ENGLISH: Final = {
    _any_of(_REMEMBER): "Remember that {}",
    _any_of(_ABOUT_ME): "What do you know about me?",
    _any_of(_STORY): "Tell me a long story",
    _any_of(_HELP): "What can you do?",
}


def in_english(sentence: str) -> str:
    """Return the English sentence for one that the rules know in another language, and any other as it is."""
    for pattern, english in _ENGLISH.items():
        if found := pattern.fullmatch(sentence.strip()):
            return english.format(next((it.strip(" .。।") for it in found.groups() if it), ""))
    return sentence
