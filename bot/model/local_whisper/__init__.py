"""Transcription on this machine, by Whisper in a process of its own."""
