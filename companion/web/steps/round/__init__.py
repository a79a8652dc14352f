"""The steps of a round outside its turns: set-up, start, vehicles, spice, end."""
