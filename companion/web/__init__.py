"""The web app: one blueprint a feature, presenters that put codes and facts into words, and the server."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.web.app import Config, create_app

__all__ = ["Config", "create_app"]


def __getattr__(name: str) -> Any:
    # Whoever runs the app without a server imports rooms of this package, and none that only a server needs.
    if name in __all__:
        from companion.web import app

        return getattr(app, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
