"""What the server does so that no slow or greedy device delays another: it waits for all of them in one thread.

Threads are for computing answers. Before, a request is taken in as far as it comes (``intake``); afterwards, what a
device has not yet taken of its answer is sent bit by bit there too, and streams are told their news by a thread of
their own (``streams``). Everything has a deadline (``shares``: ``Pace``), and no address gets more than its part.
"""
