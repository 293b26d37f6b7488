"""What processes of ours get to know."""

import os
from collections.abc import Mapping

from bot.program import ROOT
from bot.settings import Settings


def environment() -> Mapping[str, str]:
    """Return our environment without the settings, which hold secrets; our modules are found."""
    ours = {name: value for name, value in os.environ.items() if name.lower() not in Settings.model_fields}
    return {**ours, "PYTHONPATH": str(ROOT)}
