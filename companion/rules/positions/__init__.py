"""Positions as JSON documents: read strictly, written in full, audited."""
