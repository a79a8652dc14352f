"""A table practises: the network learns from the lessons of a box how its own pieces look."""
