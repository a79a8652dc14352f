"""What the product promises to hold, seen by commands that print their figures."""
