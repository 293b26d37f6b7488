"""The sentences in the code, and the catalogues in line with them: `make texts` runs this."""

import ast
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from bot.kit.language.languages import DEFAULT, LANGUAGES

ROOT: Final = Path(__file__).parents[3]
FOLDERS: Final = {"bot": ROOT / "bot/kit/language/po", "practice": ROOT / "practice/telegram/po"}
"""The catalogues' folder of each package that says something."""
OTHERS: Final = [it for it in LANGUAGES if it != DEFAULT]
_FORMS: Final = {"t": None, "plural": (1, 2), "mark": None}
"""The arguments of a function that are forms of a sentence, counted from 1: the first one if none are named."""
_HEADER: Final = """\
# {name}: what Keepsake says. `make texts` adds new sentences.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural_forms}\\n"

"""


@cache
def extracted(package: str) -> Catalog:
    """Return all sentences of a package's code."""
    catalogue = Catalog()
    for sentence in _in_python(ROOT / package):
        catalogue.add(sentence)
    for path in sorted((ROOT / package).glob("**/page/*.js")):
        options = {"parse_template_string": True}
        for _, message, _, _ in extract_from_file("javascript", path, keywords=_FORMS, options=options):
            catalogue.add(message)
    return catalogue


def _in_python(folder: Path) -> Iterator[str | tuple[str, str]]:
    """Yield the sentences of Python code, also of those within f-strings, which Babel leaves out before Python 3.12."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FORMS):
                continue
            forms = node.args[: len(_FORMS[node.func.id] or (1,))]
            texts = [it.value for it in forms if isinstance(it, ast.Constant) and isinstance(it.value, str)]
            if texts and len(texts) == len(forms):
                yield texts[0] if len(texts) == 1 else (texts[0], texts[1])


def stored(package: str, language: str) -> Catalog:
    """Return a language's catalogue; an empty one if there is none."""
    file = FOLDERS[package] / f"{language}.po"
    return read_po(BytesIO(file.read_bytes()), locale=language) if file.exists() else Catalog(locale=language)


def written(catalogue: Catalog) -> Iterator[bytes]:
    """Yield a catalogue as its file has it, in the order of the English sentences."""
    name = catalogue.locale.english_name if catalogue.locale else ""
    plural_forms = catalogue.plural_forms
    yield _HEADER.format(name=name, language=catalogue.locale, plural_forms=plural_forms).encode()
    file = BytesIO()
    write_po(file, catalogue, width=120, no_location=True, omit_header=True, sort_output=True, ignore_obsolete=True)
    yield file.getvalue()


def main() -> None:
    """Add new sentences to each catalogue, and remove those that are no longer said."""
    for package, folder in FOLDERS.items():
        said = extracted(package)
        for language in OTHERS:
            catalogue = stored(package, language)
            catalogue.update(said, no_fuzzy_matching=True)
            (folder / f"{language}.po").write_bytes(b"".join(written(catalogue)))


if __name__ == "__main__":
    main()
