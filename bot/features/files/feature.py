"""Files that users send: what they bring besides what a message holds."""

from bot.feature import Feature
from bot.features.files.tools import document_tools

FILES = Feature(name="files", families=lambda _: [document_tools()])
