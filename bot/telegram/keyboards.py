"""Buttons below messages, as python-telegram-bot sends them."""

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, WebAppInfo

from bot.telegram.texts import Button, Buttons


def keyboard_of(buttons: Buttons) -> InlineKeyboardMarkup | None:
    """Return buttons as a keyboard; None for none."""
    rows = [[_key(it) for it in row] for row in buttons]
    return InlineKeyboardMarkup(rows) if rows else None


def _key(button: Button) -> InlineKeyboardButton:
    if button.mini_app:
        return InlineKeyboardButton(button.text, web_app=WebAppInfo(button.mini_app))
    return InlineKeyboardButton(button.text, callback_data=button.data or None, url=button.url or None)
