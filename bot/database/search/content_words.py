"""Content words: those that tell what a text is about, in whatever language it is written."""

import re
from collections.abc import Sequence
from typing import Final

from sqlalchemy import ARRAY, Text, bindparam, text

from bot.database.engine import Transaction

_FORM: Final = 4
"""Letters that two forms of one word begin with."""
_THE_USER: Final = re.compile(
    r"\b(?:users?|benutzer(?:s|in)?|nutzer(?:s|in)?|usuari[oa]s?|usuári[oa]s?|utilisat(?:eur|rice)s?|utente|utenti"
    r"|gebruiker|bruger|bruker|användare|użytkowni\w*|uživatel\w*|пользовател\w*|користувач\w*|المستخدمة?)\b"
    r"|用户|用戶|使用者|ユーザー?|사용자",
    re.IGNORECASE,
)
"""The user, whom every memory is about."""

# The language is known once the search has begun; "simple" has no stop words.
_READ: Final = text("""
SELECT tsvector_to_array(to_tsvector(language, agent_words_apart(given))) AS words
FROM (SELECT CAST(coalesce((SELECT language FROM agent_search), 'simple') AS regconfig) AS language) AS config,
     unnest(:texts) WITH ORDINALITY AS texts (given, place)
ORDER BY place
""").bindparams(bindparam("texts", type_=ARRAY(Text)))


async def content_words(tx: Transaction, texts: Sequence[str]) -> list[frozenset[str]]:
    """Return the content words of each text, by their beginnings.

    Stop words of the search language are none, nor is the user. Languages without spaces have pairs of letters instead.
    """
    rows = await tx.connection.scalars(_READ, {"texts": [_THE_USER.sub(" ", it) for it in texts]})
    return [frozenset(word[:_FORM] for word in words) for words in rows]


def are_related(words: frozenset[str], others: frozenset[str]) -> bool:
    """Tell whether two texts share a content word; assumed of a text that has none."""
    return not (words and others and words.isdisjoint(others))
