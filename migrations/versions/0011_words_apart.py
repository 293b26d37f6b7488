"""Words are split before PostgreSQL indexes them: at marks outside ASCII, and in languages without spaces."""

from collections.abc import Sequence

from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Punctuation, and signs such as emoji, of the blocks in which there are no letters, and single marks of others:
# https://www.unicode.org/Public/UCD/latest/ucd/Blocks.txt. In a database whose LC_CTYPE is C, PostgreSQL treats each of
# them as a letter.
MARKS = (
    r"[\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0"
    r"\u05c3\u05c6\u060c\u060d\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e5a\u0e5b\u104a-\u104f\u17d4-\u17da"
    r"\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb"
    r"\u20d0-\u20ff\ufe00-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffff\U0001f000-\U0001faff]"
)
# Letters of languages without spaces between words, or with long suffixes: Thai, Lao, Burmese, Khmer,
# Japanese, Chinese, Korean.
UNPARTED = (
    r"[\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u1049\u1780-\u17d3\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    r"\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)
LETTER = rf"{UNPARTED[:-1]}\w]"
PLAIN = f"regexp_replace(said, '{MARKS}', ' ', 'g')"
SHIFTED = rf"regexp_replace({PLAIN}, '(?<!{UNPARTED})({UNPARTED})', '\1 ', 'g')"


def pairs(words: str) -> str:
    """Return the SQL expression that puts a space after each two letters of a run."""
    return rf"regexp_replace({words}, '({UNPARTED}{{2}})', '\1 ', 'g')"


# Pairs begin at a run's first letter and at its second; a letter that is left over alone is no word.
PAIRED = f"regexp_replace({pairs(PLAIN)} || ' ' || {pairs(SHIFTED)}, '(?<!{LETTER}){UNPARTED}(?!{LETTER})', '', 'g')"
TOOK_OTHERWISE = (
    "UPDATE agent_search SET indexed_to = NULL, is_done = false",
    "DELETE FROM agent_memory_words",
)


def upgrade() -> None:
    op.execute(
        f"""
        CREATE FUNCTION agent_words_apart(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN CASE
            WHEN octet_length(said) = length(said) THEN said
            WHEN said !~ '{UNPARTED}{{2}}' THEN {PLAIN}
            ELSE {PAIRED}
        END
        """
    )
    for statement in TOOK_OTHERWISE:
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP FUNCTION agent_words_apart")
    for statement in TOOK_OTHERWISE:
        op.execute(statement)
