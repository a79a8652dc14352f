"""Installing the app: manifest, service worker, what is shown without a network, and the certificate explained."""

from companion.web.install.routes import bp

__all__ = ["bp"]
