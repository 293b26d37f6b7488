"""Each promise of SECURITY.md has tests that show it, or says why it has none."""

import re
from typing import Final

from tests.documentation.pages import PAGES
from tests.forks import REPOSITORY

PAGE: Final = PAGES["SECURITY.md"]
PROMISES: Final = PAGE.partition("\n## Who can reach what\n")[2].partition("\n## Erase everything\n")[0]
NOTES: Final = dict(re.findall(r"^\[\^([\w-]+)\]: (.+(?:\n    .+)*)", PAGE, re.MULTILINE))
"""What the page says below of each reference."""


def test_every_promise_has_a_reference_and_every_reference_a_promise() -> None:
    paragraphs = re.split(r"\n\n+", PROMISES)
    rows = [row for it in paragraphs if it.startswith("|") for row in it.splitlines()[2:]]
    texts = [it for it in paragraphs if it.strip() and not it.lstrip().startswith(("#", "|", "- "))]
    assert [it for it in (*rows, *texts) if "[^" not in it and not it.endswith(":")] == []
    assert set(re.findall(r"\[\^([\w-]+)\](?!:)", PAGE)) == NOTES.keys()


def test_every_test_that_is_named_exists() -> None:
    for name, note in NOTES.items():
        named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", note)
        assert named or note.startswith("No test: "), name
        assert len(named) == note.count("`") // 2, name
        for file, test in named:
            assert re.search(rf"^(async )?def {test}\(", (REPOSITORY / file).read_text(), re.MULTILINE), (file, test)
