"""Points python-telegram-bot at `TELEGRAM_API_URL` in a bot that has no setting for it, without importing it early."""

import importlib.abc
import importlib.machinery
import os
import sys
from collections.abc import Sequence
from types import ModuleType

BOT = "telegram._bot"
BUILDER = "telegram.ext._applicationbuilder"
OFFICIAL = "https://api.telegram.org"


class _Loader(importlib.abc.Loader):
    """Loads a module from its source, with another address in it."""

    def __init__(self, inner: importlib.machinery.SourceFileLoader) -> None:
        self._inner = inner

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return self._inner.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        source = self._inner.get_source(module.__name__) or ""
        code = compile(source.replace(OFFICIAL, os.environ["TELEGRAM_API_URL"]), self._inner.path, "exec")
        exec(code, module.__dict__)  # noqa: S102 - the library's own source


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name not in {BOT, BUILDER}:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = _Loader(spec.loader)
        return spec


if os.environ.get("TELEGRAM_API_URL"):
    sys.meta_path.insert(0, _Finder())
