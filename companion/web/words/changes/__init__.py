"""What has to be done on the table, in words: the one voice of orders, of the list after a deed, and of undo."""
