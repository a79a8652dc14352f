"""The version of the product, in one place: the packaging, ``arrakis --version`` and the bundle read it here."""

VERSION = "1.0.0"
