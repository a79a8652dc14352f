"""The app in a browser's own Python: the same pages without a server, on one device, offline; and what builds that."""
