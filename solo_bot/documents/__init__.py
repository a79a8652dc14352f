"""Answers of the opponent as JSON documents, with their traces."""
