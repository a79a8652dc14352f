"""Settings: how the app looks, sounds and is handled on this device. Context of every page: see ``page_context``."""

from companion.web.settings.routes import bp, page_context

__all__ = ["bp", "page_context"]
