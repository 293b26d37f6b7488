"""Function words of the interface's languages: words for the user, and words that tell nothing alone. Pure."""

import re
from collections.abc import Mapping
from typing import Final
from unicodedata import normalize

from bot.kit.text import folded

_VOWEL_SIGNS: Final = r"\u0300-\u036f\u064b-\u0652\u0670\u0900-\u0903\u093a-\u094f\u0962\u0963"
"""Marks that belong to the letter before, and that `re` takes for no letters."""
LETTER: Final = rf"(?:[^\W_]|[{_VOWEL_SIGNS}])"
UNSPACED: Final = r"\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u1049\u1780-\u17d3\u3005-\u3007\u3041-\u30ff\u3400-\u9fff"
"""Ranges of letters of languages without spaces between words."""
_WORD: Final = re.compile(rf"{LETTER}+")
_LEAST: Final = 2
"""Fewest function words by which a text is taken to be in another language than English."""

USER: Final[Mapping[str, str]] = {
    "en": "user users",
    "ar": "المستخدم المستخدمة مستخدم مستخدمة للمستخدم للمستخدمة بالمستخدم والمستخدم",
    "de": "nutzer nutzers nutzerin benutzer benutzers benutzerin user users anwender anwenders anwenderin",
    "es": "usuario usuaria",
    "fr": "utilisateur utilisatrice",
    "hi": "उपयोगकर्ता उपयोगकर्ताओं यूज़र यूजर प्रयोक्ता",
    "it": "utente",
    "pt": "usuário usuária utilizador utilizadora",
    "ru": """
        пользователь пользователя пользователю пользователем пользователе
        пользовательница пользовательницы пользовательнице пользовательницу пользовательницей
        """,
    "tr": "kullanıcı kullanıcının kullanıcıya kullanıcıyı kullanıcıda kullanıcıdan kullanıcıyla",
    "uk": """
        користувач користувача користувачу користувачеві користувачем користувачі
        користувачка користувачки користувачці користувачку користувачкою
        """,
    "ja": "ユーザー ユーザ 利用者",
    "zh": "用户 用戶 使用者",
    "cs": "uživatel uživatele uživateli uživatelka uživatelky",
    "da": "bruger brugeren brugerens",
    "nl": "gebruiker gebruikers",
    "no": "bruker brukeren brukerens",
    "pl": "użytkownik użytkownika użytkownikowi użytkowniczka użytkowniczki",
    "sv": "användare användaren användarens",
}
"""Words for the user, in other languages as well."""
_OTHERS: Final[Mapping[str, str]] = {
    "en": """
        the a an is are was were be been has have had do does did i you he she it they we my your his her its
        their our me him them us of to in on at by for with from as and or that this these those who whose which there
        s m
        """,
    "ar": """
        أنا هو هي هم كان كانت يكون لدي لديه لديها لدى عند عندي عنده عندها له لها لي في من إلى على عن مع و أن الذي التي
        """,
    "de": """
        der die das dem den des ein eine einen einem einer eines ich er sie es wir mir mich ihm ihn sich bin ist sind
        war waren habe hat haben hatte mein meine meinen meinem meiner meines sein seine seinen seinem seiner seines
        ihr ihre ihren ihrem ihrer ihres im in am an auf zu zum zur von vom mit bei für als dass und oder
        """,
    "es": """
        el la los las un una unos unas yo él ella me se le lo soy es son era fue está estoy tengo tiene he ha mi mis su
        sus de del al a en con por para que y e o
        """,
    "fr": """
        le la les l un une des je j il elle me m se s lui suis est sont était ai a avait mon ma mes son sa ses de du d
        à au aux en dans chez avec par pour que qu qui et ou
        """,
    "hi": """
        मैं मुझे मेरा मेरी मेरे मुझको वह वे उसे उसका उसकी उसके उन्हें उनका उनकी उनके अपना अपनी अपने हूँ हूं है हैं था थी थे
        का की के को में से पर ने और या कि एक
        """,
    "it": """
        il lo la i gli le l un uno una io lui lei mi si sono è era ho ha aveva mio mia miei mie suo sua suoi sue di del
        dello della dell dei degli delle d a al alla all in nel nella nell con per da dal dalla che e ed o
        """,
    "pt": """
        o a os as um uma eu ele ela me se lhe sou é são era foi está estou tenho tem tinha meu minha meus minhas seu
        sua seus suas de do da dos das ao à em na nas nos com por para que e ou
        """,
    "ru": """
        я меня мне мной он она они его её ее ему ей него неё нее нему ней есть был была было мой моя моё мое мои моего
        моей моему моим моих моём свой своя своё своего своей своему у в во на с со к о об из от по для и а или что
        """,
    "tr": "ben bana beni benim bende o ona onu onun onda bir bu ve ile için ki dır dir var da de ın in un ün nın nin",
    "uk": """
        я мене мені мною він вона вони його її йому їй нього неї ньому є був була було мій моя моє мої мого моєї моєму
        моїм моїх свій своя своє свого своєї у в на з із зі до про від по для і й та а або що
        """,
}
"""Articles, pronouns, forms of "to be" and "to have", and words between others."""
_KNOWN: Final = {
    language: frozenset(normalize("NFC", f"{user} {_OTHERS.get(language, '')}").split())
    for language, user in USER.items()
}
_ANY_KNOWN: Final = frozenset[str]().union(*_KNOWN.values())
ANY_USER: Final = frozenset(normalize("NFC", " ".join(USER.values())).split())
"""Words for the user in any language."""
_PARTICLE: Final = "(?:は|が|を|に|で|と|の|も|へ|や|には|では|じゃ|にも|でも|とは|から|まで|より|として|という)"
_KANA: Final = re.compile(r"[\u3041-\u30ff]")
_JAPANESE: Final = re.compile(
    rf"(?:ユーザー?|利用者|使用者)(?:さん|様)?(?:{_PARTICLE}(?![\u3041-\u309f])|は)?"
    rf"|(?:私|僕|俺|彼女|彼|自分)(?:たち|達)?{_PARTICLE}?|(?:わたし|ぼく){_PARTICLE}"
    rf"|(?<![\u3041-\u309f])(?=[\u3041-\u309f]){_PARTICLE}?(?:(?<=[\u4e00-\u9fff])[\u3041-\u309f])?"
    rf"[っんいしあ]?り?[てで]?い?(?:る|た|ます|ました)?(?:です|でした|だ|だった)?{_PARTICLE}?(?![\u3041-\u309f])"
)
"""People, and particles and endings that are all the hiragana between other letters."""
_CHINESE: Final = re.compile(
    "用户|用戶|使用者|[我他她](?:们|們)?|自己|您|你|的|是|了|很|也|都|一[个個名位]|사용자[는가의를]?"
)


def without_function_words(text: str) -> str:
    """Return a text without the function words of its language, the one that most of them belong to.

    Words in capitals stay, as they may be names.
    """
    counts = _counts(text)
    likeliest = max(counts, key=counts.__getitem__)
    known = _KNOWN[likeliest if counts[likeliest] >= _LEAST else "en"] | ANY_USER
    spaced = _WORD.sub(lambda it: it[0] if _is_name(it[0]) or folded(it[0]) not in known else " ", text)
    return (_JAPANESE if _KANA.search(text) else _CHINESE).sub(" ", spaced)


def function_words(language: str) -> frozenset[str]:
    """Return the function words of a language, with those for the user in any."""
    return _KNOWN[language] | ANY_USER


def _counts(text: str) -> Mapping[str, int]:
    words = [it for it in map(folded, _WORD.findall(text)) if it in _ANY_KNOWN]
    return {language: sum(it in known for it in words) for language, known in _KNOWN.items()}


def user_words(text: str) -> str:
    """Return the words for the user in a text."""
    plain = folded(text)
    return " ".join(sorted(it for it in ANY_USER if it in plain))


def _is_name(word: str) -> bool:
    return word.isupper() and len(word) > 1
