"""What pages and steps are put together from: blocks, panel, fields of forms, the drawn board, links of places."""
