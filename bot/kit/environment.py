"""Environment variables: those that libraries read, and those that our child processes get.

Libraries read proxies, certificates, TLS keys, and a database's. httpx, httpx2 and ssl read them for each new client,
and raise there what they can't use.
"""

import os
import re
import ssl
from collections.abc import Mapping, MutableMapping
from importlib.util import find_spec
from ipaddress import IPv6Address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bot.kit.errors import StartError
from bot.kit.program import ROOT
from bot.kit.setting_forms import bare
from bot.kit.settings import Settings

_PROXIES: Final = ("http_proxy", "https_proxy", "all_proxy")
_READ: Final = frozenset({*_PROXIES, "no_proxy", "ssl_cert_file", "ssl_cert_dir", "sslkeylogfile"})
_SCHEMES: Final = frozenset({"http", "https", *(("socks5", "socks5h") if find_spec("socksio") else ())})
"""Kinds of proxies that httpx can use."""
_INHERITED: Final = frozenset({"HOME", "LANG", "LANGUAGE", "PATH", "SSL_CERT_DIR", "SSL_CERT_FILE", "TMPDIR", "TZ"})
"""Variables of ours that every process of ours gets, besides LC_*; none of them holds a secret."""
_OF_PYTHON: Final = ("LD_LIBRARY_PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONHOME")
"""Variables that the Python we run in may need to run again."""
_REMEDY: Final = "Use an address such as http://127.0.0.1:3128, or unset it."
_HASHED: Final = re.compile(r"[0-9a-f]{8}\.[0-9]+")
"""Names that OpenSSL looks for in a folder of certificates (`openssl rehash`)."""
_IPV6: Final = re.compile(
    r"\[?(?P<address>([0-9a-f]*:){2}[0-9a-f:.]*(%\w+)?)\]?(?P<rest>(:[0-9]{1,5})?(/[0-9]{1,3})?)?", re.IGNORECASE
)
_HOST: Final = re.compile(r"(\w+://)?[\w*.-]+(:[0-9]{1,5})?(/[0-9]{1,2})?", re.ASCII)


def prepare(environ: MutableMapping[str, str], settings: Settings) -> None:
    """Mend the variables of libraries in place. Raises StartError if one that the settings need can't be used.

    The embedded database is reached without those that libpq reads (PGHOSTADDR, PGSSLMODE and so on).
    """
    environ.update(mended(environ))
    if settings.asks_elsewhere:
        check(environ)
    if settings.database_url is None:
        for name in [it for it in environ if it.startswith("PG")]:
            del environ[name]


def of_child(*also: str, **given: str) -> dict[str, str]:
    """Return the environment of a child process: only an allow list, since any other variable may be a secret.

    From our own variables, it gets those that every process may need and the ones in `also`. The rest is `given`.
    """
    allowed = _INHERITED.union(also)
    return {name: it for name, it in os.environ.items() if name in allowed or name.startswith("LC_")} | given


def of_python() -> dict[str, str]:
    """Return the environment of a process that runs a module of ours."""
    return of_child(*_OF_PYTHON, PYTHONPATH=str(ROOT))


def mended(environ: Mapping[str, str]) -> dict[str, str]:
    """Return these variables as every library can read them.

    Spaces and quotes around them are taken off. An ALL_PROXY that can't be used is empty where nothing needs it. An
    entry of NO_PROXY has a form that httpx takes, or is left out, as curl does it (CURLOPT_NOPROXY).
    """
    values = {name: bare(value) for name, value in environ.items() if name.lower() in _READ}
    plain, secure, every = (_effective_name(name, values) for name in _PROXIES)
    wrong = problems(values)
    if every in wrong and plain and secure and not {plain, secure} & wrong.keys():
        values[every] = ""
    if direct := _effective_name("no_proxy", values):
        values[direct] = ",".join(filter(None, map(_usable_entry, re.split(r"[,\s]+", values[direct]))))
    return values


def problems(environ: Mapping[str, str]) -> dict[str, str]:
    """Return what is wrong with variables that libraries would trip over, in a sentence with a way out, by name."""
    found = {name: _proxy_problem(environ[name]) for it in _PROXIES if (name := _effective_name(it, environ))}
    if file := environ.get("SSL_CERT_FILE"):
        found["SSL_CERT_FILE"] = _certificates_problem(file)
    elif folders := environ.get("SSL_CERT_DIR"):
        found["SSL_CERT_DIR"] = _folders_problem(folders)
    if file := environ.get("SSLKEYLOGFILE"):
        found["SSLKEYLOGFILE"] = _key_log_problem(file)
    return {name: f"{name} {problem}" for name, problem in found.items() if problem}


def check(environ: Mapping[str, str]) -> None:
    """Raise StartError if a library would trip over a variable."""
    for problem in problems(environ).values():
        raise StartError(problem)


def ignore_problems(environ: MutableMapping[str, str]) -> None:
    """Leave the variables empty that a library would trip over, where nothing that is asked needs them."""
    environ.update(dict.fromkeys(problems(environ), ""))


def _effective_name(name: str, environ: Mapping[str, str]) -> str:
    """Return the variable that counts, lower case first (urllib.request.getproxies); empty if none is set."""
    spelled = name if name in environ else next((each for each in environ if each.lower() == name), "")
    return spelled if environ.get(spelled) else ""


def _proxy_problem(value: str) -> str:
    try:
        parts = urlsplit(value if "://" in value else f"http://{value}")
        fits = bool(parts.hostname) and parts.port != 0 and value.isprintable() and " " not in value
    except ValueError:
        fits = False
    if not fits:
        return f"isn't the address of a proxy. {_REMEDY}"  # but perhaps a password, so not shown
    return "" if parts.scheme in _SCHEMES else f"names a proxy that can't be used ({parts.scheme}://). {_REMEDY}"


def _certificates_problem(file: str) -> str:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cafile=file)
    except ssl.SSLError:
        why = "holds no certificates"
    except OSError as error:
        why = f"can't be read ({_words(error)})"
    else:
        return ""
    return f"{why}: {file}. Use the path of a file with certificates (PEM), or unset it."


def _folders_problem(folders: str) -> str:
    names = (each.name for folder in folders.split(os.pathsep) for each in Path(folder).glob("*.[0-9]*"))
    if any(map(_HASHED.fullmatch, names)):
        return ""
    return f"holds no certificates: {folders}. Use the path of a folder that `openssl rehash` prepared, or unset it."


def _key_log_problem(file: str) -> str:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).keylog_filename = file
    except OSError as error:
        return f"can't be written ({_words(error)}): {file}. Use the path of a file in a folder of yours, or unset it."
    return ""


def _words(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


def _usable_entry(entry: str) -> str:
    """Return an entry of NO_PROXY in a form that both httpx and httpx2 take; empty if there is none."""
    found = _IPV6.fullmatch(entry)
    if not found:
        return entry if _HOST.fullmatch(entry) and "xn--" not in entry.lower() else ""
    try:
        address = IPv6Address(found["address"])
    except ValueError:
        return ""
    return str(address) if found["address"] in {entry, entry[1:-1]} else f"all://[{address}]{found['rest'] or ''}"
