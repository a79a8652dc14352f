"""The next step of a game, a room for each part of it; ``next_step.next_panel`` is the entry.

Each type of frame has one module that says what goes on, ``says(scene, frame)``, for whoever reads it, and asks the
player for it, ``asks(scene, frame, head)``.
"""
