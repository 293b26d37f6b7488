"""The rows and statements of reminders."""
