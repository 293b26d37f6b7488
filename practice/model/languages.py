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
_FORGET: Final = (
    r"vergiss,? (?:dass )?(.+)",
    r"olvida (?:a |que )?(.+)",
    r"oublie (?:qu(?:e |[’']))?(.+)",
    r"dimentica (?:che )?(.+)",
    r"esque(?:ça|ce) (?:que |de |do |da |o |a )?(.+)",
    r"забудь,? (?:что |об? |про )?(.+)",
    r"забудь,? (?:що |про )?(.+)",
    r"(.+?)(?:[’'](?:y?[ıiuü]|n[ıiuü]))? unut",
    r"انس (?:أن)?(.+)",
    r"(.+?) (?:को )?भूल जाओ",
    r"忘(?:记|掉|了)(.+)",
    r"(.+?)(?:のこと)?(?:を|は)忘れて",
)
_LIVE: Final = (
    r"ich (?:wohne|lebe) in (.+)",
    r"vivo en (.+)",
    r"j[’']habite (?:à |en |au )?(.+)",
    r"(?:abito|vivo) (?:a|ad|in) (.+)",
    r"(?:eu )?moro em (.+)",
    r"я живу во? (.+)",
    r"я живу [ув] (.+)",
    r"(.+?)[’'](?:da|de|ta|te) yaşıyorum",
    r"أعيش في (.+)",
    r"मैं (.+) में रहत[ाी] हूँ",
    r"我住在(.+)",
    r"(?:私は)?(.+?)に住んでいます",
)
_LIKE: Final = (
    r"ich mag (?!kein)(.+)(?<! nicht)",
    r"me gustan? (.+)",
    r"j[’']aime (?:bien )?(.+)",
    r"mi piac(?:e|ciono) (.+)",
    r"(?:eu )?gosto d[eoa]s? (.+)",
    r"мне нрав[ия]тся (.+)",
    r"мені подоба(?:є|ю)ться (.+)",
    r"(.+?) seviyorum",
    r"(?:أنا )?أحب (.+)",
    r"मुझे (.+?) पसंद है",
    r"我(?:喜欢|爱)(.+)",
    r"(?:私は)?(.+?)が好きです",
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
    _any_of(_FORGET): "Forget about {}",
    _any_of(_LIVE): "I live in {}",
    _any_of(_LIKE): "I like {}",
    _any_of(_ABOUT_ME): "What do you know about me?",
    _any_of(_STORY): "Tell me a long story",
    _any_of(_HELP): "What can you do?",
}


def in_english(sentence: str) -> str:
    """Return the English sentence for one that the rules know in another language, and any other as it is."""
    for pattern, english in _ENGLISH.items():
        if found := pattern.fullmatch(sentence.strip()):
            return english.format(in_english(next((it.strip(" .!。।") for it in found.groups() if it), "")))
    return sentence
