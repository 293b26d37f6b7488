r"""Formulas in TeX become text: `\(a_1 \le \frac{1}{2}\)` is a₁ ≤ 1/2. One with an unknown command becomes code."""

import re
from html.entities import html5

_IN_TEX = r"(?:(?!\\[()\[\]]|\n[ \t>]*\n|\$).)+"
FORMULA = re.compile(
    rf"(?<!\\)\\\((?P<round>{_IN_TEX})\\\)|(?<!\\)\\\[(?P<square>{_IN_TEX})\\\]|(?<!\\)\$\$(?P<block>{_IN_TEX})\$\$"
    r"|(?<![\w$\\])\$(?=[^\s$])(?P<inline>[^$\n]*[^\s$\\])\$(?![\w$])",
    re.DOTALL,
)
_LOOKS_LIKE_TEX = re.compile(r"[\\^_{}]|^[^A-Za-z]*(?:[A-Za-z](?![A-Za-z])[^A-Za-z]*)+$")
_IS_SURELY_TEX = re.compile(r"[\\^_{}=+]")
_LONGEST = 1000

_SIGNS = {
    "cdot": "·", "cdots": "⋯", "circ": "∘", "degree": "°", "dots": "…", "exists": "∃", "implies": "⟹", "infty": "∞",
    "ldots": "…", "neq": "≠", "partial": "∂", "to": "→", "left": "", "right": "", "quad": " ", "qquad": " ",
    "sin": "sin", "cos": "cos", "tan": "tan", "ln": "ln", "log": "log", "exp": "exp", "lim": "lim", "min": "min",
    "max": "max", "sup": "sup", "bar": "\\bar", "dot": "\\dot", "tilde": "\\tilde", "\\": "\n", "|": "‖", "{": "\0",
    "}": "\1", "_": "\2", "%": "%", "#": "#", "&": "&", "$": "$", ",": " ", ";": " ", ":": " ", " ": " ", "!": "",
}  # fmt: skip
"""Commands without an argument whose names differ from HTML's entities."""
_ESCAPED = str.maketrans({"\0": "{", "\1": "}", "\2": "_", "\3": "^"})
_COMMAND = re.compile(r"\\([A-Za-z]+|[^A-Za-z])")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{[^{}]*\}|(?<!\\)&")
_BRACES = re.compile(r"\{([^{}]*)\}")
_GROUP = r" *\{([^{}]*)\}"
_WORDS = re.compile(rf"\\(?:text|math[a-z]+|operatorname|boxed){_GROUP}")
_FRACTION = re.compile(rf"\\[dt]?frac{_GROUP}{_GROUP}")
_ROOT = re.compile(rf"\\sqrt{_GROUP}")
_SCRIPT = re.compile(r"([\^_])(?:\{([^{}]*)\}|([^\s{}\\^_]))")
_SUPERSCRIPTS = str.maketrans("0123456789+-=()aijkmnxTn∘", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃⁱʲᵏᵐⁿˣᵀⁿ°")
_SUBSCRIPTS = str.maketrans("0123456789+-=()aeijkmnoptx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₖₘₙₒₚₜₓ")
_PUNCTUATION = re.compile(r"[^\w\s]", re.ASCII)


def rewritten(formula: re.Match[str]) -> str | None:
    """Return Markdown for a formula, or None if it isn't one, such as the text between two prices."""
    tex = next(text for text in formula.groups() if text is not None).strip()
    looks = _IS_SURELY_TEX if formula["square"] is not None else _LOOKS_LIKE_TEX
    if not looks.search(tex) or "`" in tex:
        return None
    text = readable(tex)
    if "\\" in text:
        return f"`{' '.join(tex.split())}`"
    return _PUNCTUATION.sub(lambda sign: f"&#{ord(sign[0])};", text)


def readable(tex: str) -> str:
    """Write a formula with Unicode characters, unless it is very long; unknown commands stay."""
    if len(tex) > _LONGEST:
        return tex
    text = _COMMAND.sub(_sign, _ENVIRONMENT.sub(" ", tex))
    before = ""
    while text != before:
        before = text
        text = _SCRIPT.sub(_script, _WORDS.sub(r"\1", text))
        text = _ROOT.sub(lambda it: "√" + _grouped(it[1]), text)
        text = _FRACTION.sub(lambda it: f"{_grouped(it[1])}/{_grouped(it[2])}", text)
        if text == before:
            text = _BRACES.sub(r"\1", text)
    return "\n".join(" ".join(line.split()) for line in text.translate(_ESCAPED).splitlines())


def _sign(command: re.Match[str]) -> str:
    return _SIGNS.get(command[1], html5.get(f"{command[1]};", command[0]))


def _script(script: re.Match[str]) -> str:
    """Return superscripts or subscripts if Unicode has all of them."""
    text = script[2] if script[3] is None else script[3]
    moved = text.translate(_SUPERSCRIPTS if script[1] == "^" else _SUBSCRIPTS)
    if not set(text) & set(moved):
        return moved
    return ("\3" if script[1] == "^" else "\2") + (text if len(text) == 1 else f"({text})")


def _grouped(text: str) -> str:
    """Put parentheses around anything but a single number or name."""
    return text if re.fullmatch(r"\w*[.,]?\w*|√\w+", text) else f"({text})"
