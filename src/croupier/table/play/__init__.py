"""A table in one process: `runner` drives it, `autoplay` decides for a player, `script_file` plays a script."""
