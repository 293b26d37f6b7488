"""What Keepsake says, in the language of the user it speaks to.

Sentences stand in the code in English, as the arguments of `t`, `plural` and `mark`, and in `po/` in every
other language. What the model reads (prompt, tools, results, notes) is not translated: it is English for everybody.
"""

from bot.kit.language.dates import date, date_time, hours, listed, month, month_name, number, weekday
from bot.kit.language.languages import DEFAULT, LANGUAGES, briefly, known, language, speak, speaking_to
from bot.kit.language.texts import Sentence, Words, lapse, mark, plural, rendered, sentences, space, t

__all__ = [
    "DEFAULT",
    "LANGUAGES",
    "Sentence",
    "Words",
    "briefly",
    "date",
    "date_time",
    "hours",
    "known",
    "language",
    "lapse",
    "listed",
    "mark",
    "month",
    "month_name",
    "number",
    "plural",
    "rendered",
    "sentences",
    "space",
    "speak",
    "speaking_to",
    "t",
    "weekday",
]
