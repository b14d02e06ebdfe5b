"""Variants in TOML files, for people who do not program."""

__all__: list[str] = []
