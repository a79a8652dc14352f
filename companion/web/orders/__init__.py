"""The opponent's orders and choices in words, with the reasons for them: the one presenter of what it does."""
