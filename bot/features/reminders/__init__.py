"""Reminders and tasks."""
