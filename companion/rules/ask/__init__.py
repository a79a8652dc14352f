"""What can be asked of a game without changing it: the questions that the opponent, the pages and the handlers share.

Nobody outside ``companion.rules`` imports a handler; what they want to know is here.
"""
