"""Requests to language and embedding models."""

import sys
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec


def _leave_out(name: str) -> None:
    """Let a package of a library be imported without its content, which the first use of a name in it loads."""
    above = find_spec(name.rpartition(".")[0])
    spec = PathFinder.find_spec(name, above.submodule_search_locations if above else None)
    if name in sys.modules or spec is None or spec.loader is None:
        return
    module, loader = module_from_spec(spec), spec.loader

    def load(attribute: str) -> object:
        if module.__dict__.pop("__getattr__", None):
            loader.exec_module(module)
            return getattr(module, attribute)
        raise AttributeError(attribute)

    module.__dict__["__getattr__"] = load
    sys.modules[name] = module


# openai imports the types of everything that its server can do: 450 modules, 12 MB, and a fifth of the time that all
# imports of the bot take. The bot sends and reads JSON, and uses none of them.
for _name in ("openai.types", "openai.types.responses"):
    _leave_out(_name)
