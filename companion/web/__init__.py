"""The web app: one blueprint a feature, presenters that put codes and facts into words, and the server."""

from companion.web.app import Config, create_app

__all__ = ["Config", "create_app"]
