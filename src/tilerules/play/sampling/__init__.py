"""Full rounds that agree with what one seat knows."""

__all__: list[str] = []
