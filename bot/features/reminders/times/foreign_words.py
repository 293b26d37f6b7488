"""Words for times in other languages than English."""

import re
from typing import Final

from bot.features.reminders.times.said import DayPart

HOUR: Final = re.compile(
    r"(?:\b(?P<at>um|à|a las?|alle|às|om|kl\.?|klo|o|в|о|u|v|saat|jam|pukul|a les|la ora|στις|الساعة|ساعت|בשעה)\s+)?"
    r"(?<![\d.,:/-])(?P<hour>[01]?\d|2[0-3])(?:[.:h](?P<minute>[0-5]\d))?(?![\d/])"
    r"(?P<unit>\s*(?:uhr|uur|बजे|点|點|時|时|시)(?![半間间간]))?(?P<h>\s*(?:heures?|h)\b|['’](?:da|de|ta|te)\b)?",
    re.IGNORECASE,
)
"""An hour in some languages, which dateparser leaves out."""
IN: Final = frozenset("in dans en через за fra tra em over za om dentro بعد".split())
"""Words for "in" before a length of time."""
BEFORE_HOURS: Final = IN | frozenset("um à a alle às om kl klo o в о u v saat στις الساعة ساعت בשעה".split())
"""Words between a day and its hour, or a length of time after it."""
JOINS: Final = frozenset("am du de la le à da di della в во у ve el por pela em en و في".split())
"""Words between a time and the part of its day."""
PARTS: Final = {
    word: part
    for part, words in {
        DayPart.MORNING: "morgens vormittag vormittags früh matin mattina mattino manhã утра утром ранку вранці sabah "
        "صباحا صباحًا صباحاً सुबह 早上 上午 朝 午前",
        DayPart.NOON: "mittag mittags midi mediodía mezzogiorno meio-dia полдень опівдні öğlen ظهرا ظهرًا दोपहर "
        "中午 正午",
        DayPart.AFTERNOON: "nachmittag nachmittags après-midi tarde pomeriggio дня днём днем вдень عصرا عصرًا 下午 午後",
        DayPart.EVENING: "abend abends soir sera noite вечера вечером вечора ввечері увечері akşam مساء مساءً شام शाम "
        "晚上 夜 夕方",
        DayPart.NIGHT: "nacht nachts nuit noche notte ночи ночью ночі вночі gece ليلا ليلاً شب रात",
    }.items()
    for word in words.split()
}
NAMES: Final = frozenset(
    """
    halb halbe halben anderthalb viertel demi demie demi-heure quart media medio cuarto mezza mezzo quarto meia meio
    полчаса пол половина півгодини пів yarım buçuk نصف ربع نیم आधा आधे साढ़े 半 pół pol half heute morgen übermorgen
    montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche
    lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica
    segunda terça quarta quinta sexta понедельник вторник среда среду четверг пятница пятницу суббота субботу
    воскресенье понеділок вівторок середу четвер пʼятницю суботу неділю pazartesi salı çarşamba perşembe cuma pazar
    uhr heure heures hora horas ora ore час часа часов година години saat stunde stunden minute minuten minutes minutos
    minuti минут минуты хвилин dakika jeden jede jedes chaque cada ogni todo todos каждый кожен her كل هر हर
    fünfzehn zwanzig dreißig vierzig fünfzig quinze vingt trente quarante cinquante veinte treinta cuarenta
    cincuenta quindici venti trenta quaranta cinquanta пятнадцать двадцать тридцать сорок пятьдесят
    без moins menos meno dreiviertel 오전 오후
    """.split()
) | set(PARTS)
"""Words of times in other languages."""
