import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
OPTIONAL = [it for extra in PROJECT["optional-dependencies"].values() for it in extra]
PARTS = {"pydantic_core", "httpx2", "mcp_types", "anyio"}
"""Packages that come with pydantic, openai and mcp, and are part of their interfaces."""


def test_each_imported_package_is_a_declared_dependency() -> None:
    declared = {name(it) for it in PROJECT["dependencies"] + OPTIONAL}
    owners = packages_distributions()
    undeclared = {
        module
        for folder in ("bot", "practice", "migrations")
        for file in (ROOT / folder).rglob("*.py")
        for module in imported(file)
        if not declared.intersection(map(name, owners.get(module, ())))
    }
    assert undeclared - sys.stdlib_module_names - PARTS - {"bot", "practice"} == set()


def name(requirement: str) -> str:
    """The distribution's name in a requirement."""
    return re.split(r"[^A-Za-z0-9_.-]", requirement)[0].lower().replace("_", "-")


def imported(file: Path) -> set[str]:
    """The top-level packages that a file imports."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        match node:
            case ast.Import():
                modules.update(alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                modules.add(module)
    return {it.partition(".")[0] for it in modules}
