"""Words by which a user asks to keep or do something, in the interface's languages, and what a third person changes."""

# ruff: noqa: RUF001 - letters of other languages look like ours

import re
from collections.abc import Callable, Mapping
from enum import Flag, auto
from typing import Final
from unicodedata import normalize


class Request(Flag):
    """What a user asks to do."""

    KEEP = auto()
    """Store a new memory."""
    NOTE = auto()
    """Add to a note or list."""
    BEGIN = auto()
    """Write all of a note."""
    CHANGE = auto()
    """Change a part of a note, or its name."""
    REMIND = auto()
    """Set a reminder or a task."""
    CANCEL = auto()
    """Cancel a reminder or a task."""
    ANY = KEEP | NOTE | BEGIN | CHANGE | REMIND | CANCEL


def _pattern(words: str) -> re.Pattern[str]:
    """Return a pattern of whole words; a blank stands for white space."""
    spaced = normalize("NFC", "|".join(words.split("\n"))).replace(" ", r"\s+").replace("'", "['\u2019\u02bc]")
    return re.compile(rf"(?<!\w)(?:{spaced})(?!\w)", re.IGNORECASE)


def _letters(words: str) -> re.Pattern[str]:
    """Return a pattern for a language without spaces."""
    return re.compile(words)


def _japanese(words: str) -> re.Pattern[str]:
    """Return a pattern of requests, which may be polite, and "from now on"."""
    polite = (
        "おいて|いて|ください|下さい|くださいませんか|くれますか|くれませんか|くれる|くれ"
        "|もらえますか|もらえませんか|もらえる|いただけますか|ほしい|欲しい|です|お願い|します|ね|よ"
    )
    return _letters(rf"(?:{'|'.join(words.split())})(?:{polite})*(?![ぁ-ん])|(?:今後|これから)は?")


def _chinese(words: str) -> re.Pattern[str]:
    """Return a pattern of requests, which may be "for me"."""
    return _letters(f"(?:帮我|幫我|给我|給我)?(?:{'|'.join(words.split())})")


def _requests(
    *,
    keep: str,
    record: str,
    add: str,
    begin: str,
    change: str,
    remind: str,
    cancel: str,
    pattern: Callable[[str], re.Pattern[str]] = _pattern,
) -> Mapping[Request, re.Pattern[str]]:
    """Return patterns of requests; those to `record` keep a memory or a note."""
    return {
        Request.KEEP: pattern(f"{keep}\n{record}"),
        Request.NOTE: pattern(f"{record}\n{add}"),
        Request.BEGIN: pattern(begin),
        Request.CHANGE: pattern(change),
        Request.REMIND: pattern(remind),
        Request.CANCEL: pattern(cancel),
    }


def _words(words: str) -> frozenset[str]:
    return frozenset(normalize("NFC", words).split())


def _sets(words: Mapping[str, str]) -> Mapping[str, frozenset[str]]:
    return {language: _words(it) for language, it in words.items()}


def _pairs(words: str) -> frozenset[tuple[str, str]]:
    return frozenset((first, third) for first, _, third in (it.partition(">") for it in _words(words)))


REQUESTS: Final[Mapping[str, Mapping[Request, re.Pattern[str]]]] = {
    "en": _requests(
        keep="remember\nmemori[sz]e\nkeep in mind\nbear in mind\n(?:do not|don't|never) forget\nfrom now on",
        record="(?:make|take) a note(?: of)?\nnote(?: down)?\nwrite down\njot down\nsave\nstore\nrecord",
        add="add\nput",
        begin="(?:create|make|start|begin|write)(?: a)?(?: new)?(?: note)?(?: called)?",
        change="change\nupdate\nreplace\nrename\ncorrect",
        remind="remind me(?: about)?\nset a reminder(?: for)?",
        cancel="(?:cancel|delete|remove) (?:the |my )?(?:reminder|task)(?: about)?",
    ),
    "de": _requests(
        keep="(?:merk|merke|merkt|merken)(?: (?:dir|sie sich))?(?: bitte)?\n(?:dir|sich) merken"
        "\nvergiss(?: bitte)? nicht\nnicht vergessen\nvergessen sie nicht\nbehalte\nab (?:jetzt|sofort|heute)"
        "\nvon (?:jetzt|nun) an\ndenke? da?ran",
        record="notiere?n?(?: (?:dir|mir))?\nspeichere?n?\nschreibe? dir",
        add="fügt?e?\nsetze?\npacke?\nlege?\ntrage?\nschreibe?(?: mir)?",
        begin="erstelle?n?",
        change="ändere\nersetze",
        remind="erinnere?(?: mich| dich)?(?: bitte)?\ndenke? da?ran",
        cancel="(?:lösche?|streiche?|storniere?) (?:die |meine )?(?:erinnerung|aufgabe)(?: an)?",
    ),
    "es": _requests(
        keep="recu[eé]rd[ae](?:me|lo)?\nrecordar(?:me)?\nacuérdate(?: de)?\nno (?:te )?olvides\nno olvide"
        "\nmemoriz[ae]r?\nten en cuenta\na partir de (?:ahora|hoy)\ndesde ahora\nde ahora en adelante",
        record="anot[ae]r?\nanótalo\napunt[ae]r?\napúntalo\nguard[ae]r?",
        add="añad[ae]\nañadir\nagreg[au]e?r?\npon",
        begin="crea",
        change="cambia\nreemplaza",
        remind="recu[eé]rd[ae]me\nrecordarme\navísame",
        cancel="(?:cancela|borra|elimina|quita) (?:el |mi )?recordatorio",
    ),
    "fr": _requests(
        keep="retiens\nretenir\nretenez\nsouviens-toi\nsouvenez-vous\nte souvenir\nrappelle-toi\nte rappeler"
        "\nn'oublie[sz]? pas\nmémorise[rz]?\ngarde[rz]? en (?:mémoire|tête)"
        "\nà partir de maintenant\ndésormais\ndorénavant",
        record="note[rz]?\nenregistre[rz]?\nsauvegarde",
        add="ajoute[rz]?\nmets\nmettre\nmettez\ninscris\nécris",
        begin="crée[rz]?",
        change="change\nremplace",
        remind="rappelle-moi\nme rappeler",
        cancel="(?:annule|supprime) (?:le |mon )?rappel",
    ),
    "it": _requests(
        keep="ricorda(?:ti|mi|re|rti|rmi|lo)?\nricordar(?:e|ti|mi)\nnon dimenticar(?:e|ti)\nmemorizza(?:re)?"
        "\ntieni (?:presente|a mente)\nd'ora in (?:poi|avanti)\nda (?:ora|oggi) in poi",
        record="annota(?:re|ti)?\nprendi nota\nsegna(?:re|ti)?\nsalva(?:re)?",
        add="aggiung(?:i|ere)\nmetti\nscrivi",
        begin="crea",
        change="cambia\nsostituisci",
        remind="ricorda(?:mi|rmi)",
        cancel="(?:annulla|cancella|elimina) (?:il |il mio )?promemoria",
    ),
    "pt": _requests(
        keep="lembr[ae]r?(?:-te|-se|-me)?\nme lembr[ae]\nnão (?:te |se )?esque[cç]as?\nmemoriz[ae]r?"
        "\na partir de (?:agora|hoje)\nde agora em diante\ndaqui em diante",
        record="anot[ae]r?\nguard[ae]r?\nsalv[ae]r?\ngrav[ae]r?",
        add="adicion[ae]r?\nacrescent[ae]r?\npõe\ncoloc[ae]\ncoloque",
        begin="cri[ae]",
        change="muda\nsubstitui",
        remind="lembr[ae]r?-me\nme lembr[ae]",
        cancel="(?:cancel[ae]|apag[ae]|apague) (?:o |o meu )?lembrete",
    ),
    "ru": _requests(
        keep="запомни(?:те|ть)?\nпомни(?:те)?\nне забудь(?:те)?\nне забывай(?:те)?\nучти(?:те)?\nучесть"
        "\nиме(?:й|йте|ть) в виду\nотныне\nвпредь\nс этого момента",
        record="запиши(?:те)?\nзаписать\nсохрани(?:те|ть)?\nотметь",
        add="добавь(?:те)?\nдобавить\nвнеси\nположи",
        begin="создай(?:те)?",
        change="поменяй\nзамени",
        remind="напомни(?:те|ть)?(?: мне)?",
        cancel="(?:отмени|удали)(?:те)? напоминание",
    ),
    "uk": _requests(
        keep="запам'ятай(?:те)?\nзапам'ятати\nпам'ятай(?:те)?\nне забудь(?:те)?\nне забувай(?:те)?\nмай на увазі"
        "\nврахуй\nвідтепер\nвіднині\nнадалі\nз цього моменту",
        record="запиши\nзаписати\nзанотуй\nзбережи\nзберегти",
        add="додай(?:те)?\nдодати\nвнеси\nпостав",
        begin="створи",
        change="заміни\nзміни",
        remind="нагадай(?:те)?(?: мені)?",
        cancel="(?:скасуй|видали)(?:те)? нагадування",
    ),
    "tr": _requests(
        keep="unutma(?:yın|yınız)?\nhatırla(?:yın|yabilir misin(?:iz)?)?"
        "\naklında (?:tut|bulunsun|tutabilir misin|tutar mısın)\nbundan (?:sonra|böyle)",
        record="not (?:et|al|düş|edebilir misin|alabilir misin|eder misin|alır mısın)"
        "\nkayde(?:t|din|debilir misin|der misin)",
        add="ekle(?:yin|yebilir misin|r misin)?",
        begin="oluştur",
        change="değiştir",
        remind="hatırlat(?:ın|abilir misin|ır mısın)?",
        cancel="hatırlatıcı(?:sını|yı|mı) (?:iptal et|sil)",
    ),
    "ar": _requests(
        keep="(?:أن )?(?:تذكر|تذكري|تتذكر|تتذكري)\nلا تنس[ىي]?\nمن الآن فصاعدا",
        record="(?:أن )?ت?احفظ\nأن تحفظ\nسجل\nسجلي\nدون\nاكتب\nاكتبي",
        add="أضف\nأضيفي\nضع\nضعي",
        begin="أنشئ\nأنشئي",
        change="غيري\nاستبدل",
        remind="ذكرني\nذكريني",
        cancel="(?:ألغ|ألغي|احذف|احذفي) (?:ال)?تذكير",
    ),
    "hi": _requests(
        keep="याद (?:रखिएगा|रखिए|रखना|रखो|रखें|रख लो|रख लीजिए|रख सकते (?:हो|हैं)|रख सकती (?:हो|हैं)|कर लो)"
        "\nमत भूल(?:ना|ो|िए|िएगा)?\n(?:भूलना|भूलो|भूलिए) मत\nअब से\nआगे से",
        record="नोट (?:कर लो|कर लीजिए|करो|करें|कीजिए|करना|कर सकते (?:हो|हैं))\nलिख (?:लो|लीजिए)\nसेव (?:कर लो|करो|करें)"
        "\nसहेज (?:लो|लें)",
        add="जोड़(?:ो|ें|िए| दो)\nडाल(?:ो|ें| दो)",
        begin="बना(?:ओ|एं|इए| दो)",
        change="बदल(?:ो|ें|िए| दो)",
        remind="(?:की )?याद दिला(?:ना|ओ|एं|इए| दो| देना)",
        cancel="(?:का |वाला )?रिमाइंडर (?:रद्द कर(?:ो|ें| दो)|हटा(?:ओ|एं| दो))",
    ),
    "ja": _requests(
        keep="[覚憶]えて\nおぼえて\n記憶して\n忘れないで",
        record="メモして\n記録して\n保存して\n登録して",
        add="追加して\n入れて\n書いて",
        begin="作って\n作成して",
        change="変更して",
        remind="リマインドして\n思い出させて",
        cancel="(?:の|という)?リマインダーを(?:取り消して|キャンセルして|削除して)",
        pattern=_japanese,
    ),
    "zh": _requests(
        keep="[记記](?:住|得)\n[别別](?:忘[记記]?了?)\n不要忘(?:[记記]|了)?\n勿忘\n[从從][现現]在(?:起|[开開]始)\n以[后後]\n今[后後]",
        record="[记記](?:下[来來]?|一下|[录錄])\n保存\n[写寫]下\n存下?",
        add="添加到?\n加(?:到|入|[进進]|上)\n[写寫]到",
        begin="[创創]建\n新建",
        change="更改\n替[换換]",
        remind="提醒我",
        cancel="(?:取消|[删刪]除)提醒",
        pattern=_chinese,
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
    daran hinzu list liste lista список списка списку списке listem listeme listesi listesine
    قائمة قائمتي सूची note notes memory memories gedächtnis memoria mémoire memória памяти hafızana
    olduğumu olduğunu le lo ki qu أن بأن
    """)
"""Courtesies, words that point at what is asked, and kinds of note."""
HEADINGS: Final = _words("""
    about fact facts following thing things über fakten folgende folgendes sobre hechos datos siguiente sur propos faits
    suivant su fatti seguente fatos dados seguinte обо факты следующее про факти наступне hakkında bilgi bilgileri
    عن حقائق तथ्य बातें
    """)
"""Words of a heading that say nothing of what is below it."""
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
INFINITIVES: Final = ("ने", "ना")
"""Endings of a Hindi infinitive: before a word that belongs to it, and elsewhere."""
IRREGULAR: Final = _pairs("""
    have>has ve>has habe>hat tengo>tiene ai>a ho>ha tenho>tem
    esse>isst fahre>fährt spreche>spricht lese>liest nehme>nimmt gebe>gibt sehe>sieht werde>wird schlafe>schläft
    laufe>läuft trage>trägt helfe>hilft treffe>trifft vergesse>vergisst vais>va
    digo>dice vengo>viene sé>sabe vado>va faccio>fa so>sa sto>sta do>dà posso>può voglio>vuole
    vou>vai faço>faz venho>vem sei>sabe posso>pode vejo>vê leio>lê prefiro>prefere
    ем>ест иду>идёт иду>идет їм>їсть آكل>يأكل آكل>تأكل
    """)
"""Verbs whose third person differs in more than its ending."""
