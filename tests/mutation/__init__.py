"""Mutation testing of the rules and of the opponent's criteria: ``python -m tests.mutation --help``."""
