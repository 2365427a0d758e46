"""The mathematician: exact solving, the coach, and PAR sheets. It names no game: it reads scripts and settlements."""
