"""The pieces on a board: their colours, where each stands, what an area holds, and how sure that is."""
