"""Words by which a user asks to keep or do something, in the interface's languages, and what a third person changes."""

# ruff: noqa: RUF001 - letters of other languages look like ours

import re
from collections.abc import Mapping
from typing import Final
from unicodedata import normalize


def _pattern(words: str) -> re.Pattern[str]:
    """Return a pattern of whole words; a blank stands for white space."""
    spaced = normalize("NFC", "|".join(words.split("\n"))).replace(" ", r"\s+").replace("'", "['\u2019\u02bc]")
    return re.compile(rf"(?<!\w)(?:{spaced})(?!\w)", re.IGNORECASE)


def _letters(words: str) -> re.Pattern[str]:
    """Return a pattern for a language without spaces."""
    return re.compile(words)


def _words(words: str) -> frozenset[str]:
    return frozenset(normalize("NFC", words).split())


def _sets(words: Mapping[str, str]) -> Mapping[str, frozenset[str]]:
    return {language: _words(it) for language, it in words.items()}


def _pairs(words: str) -> frozenset[tuple[str, str]]:
    return frozenset((first, third) for first, _, third in (it.partition(">") for it in _words(words)))


REQUESTS: Final[Mapping[str, re.Pattern[str]]] = {
    "en": _pattern(
        """remember|memori[sz]e|note(?: down)?
make a note(?: of)?|take a note|write down|jot down|save|store|keep in mind
keep|bear in mind|record|(?:do not|don't|never) forget|from now on|add|put|remind me|set a reminder|change|update
replace|rename|correct|tell me"""
    ),
    "de": _pattern(
        """(?:merk|merke|merkt|merken)(?: (?:dir|sie sich))?(?: bitte)?|(?:dir|sich) merken|vergiss(?: bitte)? nicht
nicht vergessen|vergessen sie nicht|notiere?n?(?: (?:dir|mir))?|schreibe?(?: (?:dir|mir))?|speichere?n?|behalte
ab (?:jetzt|sofort|heute)|von (?:jetzt|nun) an|fügt?e?|setze?|packe?|lege?|trage?|erinnere?(?: mich| dich)?(?: bitte)?
denke? da?ran|ändere|ersetze|sage? mir"""
    ),
    "es": _pattern(
        """recu[eé]rd[ae](?:me|lo)?|recordar(?:me)?|acuérdate(?: de)?|no (?:te )?olvides|no olvide|anot[ae]r?|anótalo
apunt[ae]r?|apúntalo|guard[ae]r?|memoriz[ae]r?|ten en cuenta|a partir de (?:ahora|hoy)|desde ahora
de ahora en adelante|añad[ae]|añadir|agreg[au]e?r?|pon|avísame|cambia|reemplaza"""
    ),
    "fr": _pattern(
        """retiens|retenir|retenez|souviens-toi|souvenez-vous|te souvenir|rappelle-toi|te rappeler|n'oublie[sz]? pas
note[rz]?|mémorise[rz]?|enregistre[rz]?|garde[rz]? en (?:mémoire|tête)|sauvegarde|à partir de maintenant|désormais
dorénavant|ajoute[rz]?|mets|mettre|mettez|rappelle-moi|me rappeler|inscris|écris|change|remplace"""
    ),
    "it": _pattern(
        """ricorda(?:ti|mi|re|rti|rmi|lo)?|ricordar(?:e|ti|mi)|non dimenticar(?:e|ti)|memorizza(?:re)?
annota(?:re|ti)?
prendi nota|segna(?:re|ti)?|salva(?:re)?|tieni (?:presente|a mente)|d'ora in (?:poi|avanti)|da (?:ora|oggi) in poi
aggiung(?:i|ere)|metti|scrivi|cambia|sostituisci"""
    ),
    "pt": _pattern(
        """lembr[ae]r?(?:-te|-se|-me)?|me lembr[ae]|não (?:te |se )?esque[cç]as?|anot[ae]r?|guard[ae]r?|memoriz[ae]r?
salv[ae]r?|grav[ae]r?|a partir de (?:agora|hoje)|de agora em diante|daqui em diante|adicion[ae]r?|acrescent[ae]r?
põe|coloc[ae]|coloque|muda|substitui"""
    ),
    "ru": _pattern(
        """запомни(?:те|ть)?|помни(?:те)?|не забудь(?:те)?|не забывай(?:те)?|запиши(?:те)?|записать|сохрани(?:те|ть)?
учти(?:те)?|учесть|име(?:й|йте|ть) в виду|отметь|отныне|впредь|с этого момента|добавь(?:те)?|добавить|внеси|положи
напомни(?:те|ть)?(?: мне)?|поменяй|замени"""
    ),
    "uk": _pattern(
        """запам'ятай(?:те)?|запам'ятати|пам'ятай(?:те)?|не забудь(?:те)?|не забувай(?:те)?|запиши|записати|занотуй
збережи|зберегти|май на увазі|врахуй|відтепер|віднині|надалі|з цього моменту|додай(?:те)?|додати|внеси|постав
нагадай(?:те)?(?: мені)?|заміни|зміни"""
    ),
    "tr": _pattern(
        """unutma(?:yın|yınız)?|hatırla(?:yın|yabilir misin(?:iz)?)?|hatırlat(?:ın|abilir misin|ır mısın)?
aklında (?:tut|bulunsun|tutabilir misin|tutar mısın)
not (?:et|al|düş|edebilir misin|alabilir misin|eder misin|alır mısın)
kayde(?:t|din|debilir misin|der misin)|ekle(?:yin|yebilir misin|r misin)?|bundan (?:sonra|böyle)|değiştir"""
    ),
    "ar": _pattern(
        """(?:أن )?(?:تذكر|تذكري|تتذكر|تتذكري)|لا تنس[ىي]?|(?:أن )?ت?احفظ|أن تحفظ|سجل|سجلي|دون|اكتب|اكتبي
من الآن فصاعدا|أضف|أضيفي|ضع|ضعي|ذكرني|ذكريني"""
    ),
    "hi": _pattern(
        """याद (?:रखिएगा|रखिए|रखना|रखो|रखें|रख लो|रख लीजिए|रख सकते (?:हो|हैं)|रख सकती (?:हो|हैं)|कर लो)
मत भूल(?:ना|ो|िए|िएगा)?|(?:भूलना|भूलो|भूलिए) मत|नोट (?:कर लो|कर लीजिए|करो|करें|कीजिए|करना|कर सकते (?:हो|हैं))
लिख (?:लो|लीजिए)|सेव (?:कर लो|करो|करें)|सहेज (?:लो|लें)|अब से|आगे से|जोड़(?:ो|ें|िए| दो)|डाल(?:ो|ें| दो)
याद दिला(?:ना|ओ|एं|इए| दो| देना)"""
    ),
    "ja": _letters(
        "(?:[覚憶]えて|おぼえて|記憶して|メモして|記録して|保存して|登録して|忘れないで|追加して|入れて|書いて|リマインドして"
        "|知らせて|思い出させて|教えて)(?:おいて|いて|ください|下さい|くださいませんか|くれますか|くれませんか|くれる|くれ"
        "|もらえますか|もらえませんか|もらえる|いただけますか|ほしい|欲しい|です|お願い|します|ね|よ)*(?![ぁ-ん])"
        "|(?:今後|これから)は?"
    ),
    "zh": _letters(
        "(?:帮我|幫我|给我|給我)?(?:[记記](?:住|得|下[来來]?|一下|[录錄])|保存|[别別](?:忘[记記]?了?)|不要忘(?:[记記]|了)?"
        "|勿忘|[从從][现現]在(?:起|[开開]始)|以[后後]|今[后後]|添加到?|加(?:到|入|[进進]|上)|[写寫](?:下|到)|提醒我|存下?)"
    ),
}
"""Requests to keep or do something, by language. They stand before or after what is asked."""
POLITE: Final[Mapping[str, re.Pattern[str]]] = {
    "en": _pattern("(?:can|could|would|will) you|i (?:want|would like) you to|i'd like you to|please"),
    "de": _pattern(
        "(?:kannst|könntest|würdest|magst) du(?: dir| mich)?|(?:können|könnten|würden) sie(?: sich| mich)?|bitte"
    ),
    "es": _pattern("(?:me )?(?:puedes|podrías|puede|podría)(?: usted)?|por favor"),
    "fr": _pattern(
        "(?:peux|pourrais)[- ]tu|(?:est-ce que )?tu (?:peux|pourrais)"
        "|(?:pouvez|pourriez)[- ]vous|s'il (?:te|vous) pla[iî]t"
    ),
    "it": _pattern("puoi|potresti|può|potrebbe|per favore|per piacere"),
    "pt": _pattern("(?:você |tu )?(?:podes|pode|poderia|podia|poderias|podias)|por favor"),
    "ru": _pattern("(?:не )?(?:можешь|можете)(?: ли)?(?: ты| вы)?|(?:ты )?мог(?:ла)? бы(?: ты)?|пожалуйста"),
    "uk": _pattern("(?:чи )?(?:не )?(?:можеш|можете)(?: ти| ви)?|(?:ти )?(?:міг|могла) би?(?: ти)?|будь ласка"),
    "tr": _pattern("lütfen|m[iı]s[iı]n(?:iz|ız)?"),
    "ar": _pattern("هل يمكنك|هل تستطيع|هل بإمكانك|ممكن|من فضلك|لو سمحت|رجاء"),
    "hi": _pattern("(?:क्या )?(?:आप|तुम)|सकते|सकती|कृपया|प्लीज़"),
    "ja": _letters("くれ|もらえ|ください|下さい|いただけ|お願い"),
    "zh": _letters("[请請](?:您|你)?|(?:你|您)?(?:能不能|能否|可不可以|可以|能)(?:[请請])?|麻[烦煩](?:您|你)?"),
}
"""What makes a question a request, by language."""
JOINING: Final[Mapping[str, str]] = {
    "en": "and but",
    "de": "und aber sondern",
    "es": "y e pero",
    "fr": "et mais",
    "it": "e ed ma",
    "pt": "e mas",
    "ru": "и а но",
    "uk": "і й та а але",
    "tr": "ve ama",
    "ar": "و لكن",
    "hi": "और लेकिन",
}
"""Words between parts of a sentence, each of which may be kept alone."""
CONDITION: Final = re.compile(
    _pattern(
        "if|unless|except|wenn|falls|außer|si|salvo|excepto|sauf|se|tranne|exceto|если|кроме|якщо|крім|eğer|إذا|إلا|अगर|यदि|सिवाय"
    ).pattern
    + "|もし|如果|除非|除了",
    re.IGNORECASE,
)
"""Words without whose part of a sentence the others may not be true, in any of the languages."""
FIRST_PERSON: Final = _sets(
    {
        "en": "i am me my mine myself we us our ours",
        "de": """
        ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer unseres
        """,
        "es": "yo me mí mi mis soy estoy he nosotros nos nuestro nuestra nuestros nuestras",
        "fr": "je j me m moi mon ma mes nous notre nos",
        "it": "io mi me mio mia miei mie sono noi ci nostro nostra nostri nostre",
        "pt": "eu me mim meu minha meus minhas sou estou nós nos nosso nossa nossos nossas",
        "ru": """
        я меня мне мной мой моя моё мое мои моего моей моему моим моём моем моих мою мы нас нам наш наша наше наши нашей
        """,
        "uk": """
        я мене мені мною мій моя моє мої мого моєї моєму моїм моїх мою ми нас нам наш наша наше наші нашої
        """,
        "tr": "ben bana beni benim bende benden biz bize bizi bizim",
        "ar": "أنا أنني أني بأنني بأني إنني إني لدي عندي لي نحن لدينا عندنا",
        "hi": "मैं मैंने मुझे मुझको मुझसे मेरा मेरी मेरे हम हमें हमारा हमारी हमारे",
    }
)
"""Words of the user for themself."""
SUBJECTS: Final = _words("i we ich wir je j yo io eu я ben أنا मैं soy estoy sono sou estou")
"""Words of the user for themself as a subject."""
YOUR: Final = _words("""
    your yours dein deine deinen deinem deiner tu tus ton ta tes votre tuo tua tuoi tue teu tua твой твоя твоё твоего
    твоей твоему твою твій твоя твого твоєї твоєму आपका आपकी आपके तुम्हारा तुम्हारी
    """)
"""What is the user's, in a reminder to them."""
OTHER_PERSONS: Final = _sets(
    {
        "en": "he she they you him them his her their its your yours hers theirs",
        "de": """
        er sie du ihm ihn ihnen dich dir sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres dein
        deine deinen deinem deiner
        """,
        "es": "él ella ellos ellas tú usted su sus tu tus",
        "fr": "il elle ils elles tu vous lui leur son sa ses ton ta tes votre",
        "it": "lui lei loro tu suo sua suoi sue tuo tua tuoi tue",
        "pt": "ele ela eles elas você tu seu sua seus suas teu tua",
        "ru": "он она они ты вы его её ее их ему ей им него неё нее нему ней твой твоя твоё",
        "uk": "він вона вони ти ви його її їх йому їй нього неї ньому твій твоя",
        "tr": "o onu ona onun sen senin siz onlar",
        "ar": "هو هي هم أنت أنتم ",
        "hi": "वह वे उसे उसका उसकी उसके उन्हें उनका उनकी उनके तुम आप आपका आपकी",
    }
)
"""Words for others, or for the user in the third person."""
TELLING: Final = _sets(
    {
        "en": "was were been have has had ve did from by",
        "de": "war waren habe hat haben hatte von",
        "es": "fue era tengo tiene",
        "fr": "ai a était avait",
        "it": "era ho ha aveva da dal",
        "pt": "foi tenho tem tinha",
        "ru": "у был была было из от к",
        "uk": "був була було із від до",
        "tr": "ın in un ün nın nin",
        "ar": "كان كانت من إلى",
        "hi": "था थी थे",
    }
)
"""Function words without which a sentence says something else: of having, the past, an owner, or a direction."""
LIGHT: Final = _words("""
    hi hello hey hallo hola salut bonjour ciao olá oi привет привіт merhaba selam مرحبا नमस्ते keepsake ok okay
    please bitte thanks danke gracias merci grazie obrigado obrigada спасибо дякую teşekkürler شكرا धन्यवाद
    also auch aussi también anche também тоже также також too
    this it dies das es ça cela esto eso ciò questo quello isso isto disso это этого це bunu şunu
    هذا ذلك यह ये यही इसे
    daran hinzu list liste lista список списка списку списке listem listeme listesine قائمة قائمتي सूची note notes
    memory memories gedächtnis memoria mémoire memória памяти hafızana
    olduğumu olduğunu le lo ki qu أن بأن
    """)
"""Courtesies, words that point at what is asked, and kinds of note."""
NEGATIONS: Final = _sets(
    {
        "en": """
        not no never none nobody nothing nowhere neither nor without cannot
        dont doesnt didnt isnt arent wasnt werent wont cant couldnt wouldnt shouldnt havent hasnt hadnt
        """,
        "de": "nicht nichts nie niemals niemand kein keine keinen keinem keiner keines ohne weder",
        "es": "no nunca jamás ningún ninguna ninguno nada nadie sin tampoco ni",
        "fr": "ne n pas jamais aucun aucune rien sans non ni",
        "it": "non no né mai niente nessuno nessun nessuna senza",
        "pt": "não nunca jamais nem nada ninguém nenhum nenhuma sem",
        "ru": "не нет ни нету никогда без",
        "uk": "не немає ні ніколи без",
        "tr": "değil yok asla",
        "ar": "لا ما مش مو غير ليس ليست لست لم لن بدون",
        "hi": "नहीं न ना मत बिना",
    }
)
"""Words that say the opposite."""
FIXING: Final = _sets(
    {
        "es": "mi tu su el la los las un una del al",
        "it": "il lo la i gli le un uno una mio mia tuo suo del dello della dell",
        "pt": "o a os as um uma meu minha seu sua do da",
    }
)
"""Words before a noun, which has no person."""
ENDINGS: Final = _pairs("""
    >s >es y>ies ing>s ing>es
    e>t e>et >t
    s>t s> x>t
    o>a o>e o> oy>a go>ce zco>ce í>ió é>ó i>eu
    ю>ет ю>ёт у>ет у>ёт лю>ит ю>ит у>ит жу>дит жу>жет шу>сит щу>стит гу>жет ем>ест юсь>ется усь>ется усь>ится юсь>ится
    ю>є у>е лю>ить ю>ить у>ить джу>дить жу>дить їм>їсть юся>ється уся>иться
    um>u ım> im> um> üm> yim> yım> m> m>z m>si m>sı m>sü im>isi ım>ısı um>usu üm>üsü imi>ini ımı>ını umu>unu ümü>ünü
    imin>inin ımın>ının umun>unun ümün>ünün adığımı>ıyor ediğimi>iyor ığımı>ıyor iğimi>iyor
    ي> تي>ة
    """)
"""How the ending of a word in the first person becomes that of the third."""
IRREGULAR: Final = _pairs("""
    have>has ve>has habe>hat tengo>tiene ai>a ho>ha tenho>tem
    esse>isst fahre>fährt spreche>spricht lese>liest nehme>nimmt gebe>gibt sehe>sieht werde>wird schlafe>schläft
    laufe>läuft trage>trägt helfe>hilft treffe>trifft vergesse>vergisst vais>va
    digo>dice vengo>viene sé>sabe vado>va faccio>fa so>sa sto>sta do>dà posso>può voglio>vuole
    vou>vai faço>faz venho>vem sei>sabe posso>pode vejo>vê leio>lê prefiro>prefere
    ем>ест иду>идёт иду>идет їм>їсть آكل>يأكل آكل>تأكل
    """)
"""Verbs whose third person differs in more than its ending."""
