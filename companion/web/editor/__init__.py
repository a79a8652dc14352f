"""Putting the app right by hand: the sheets of an area, of an air zone and of the tracks, and their forms."""
