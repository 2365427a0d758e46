"""Configuration of a house: its paths and keys, `house.toml`, and its clocks."""
