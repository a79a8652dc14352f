"""Two-letter marks of named leaders, taken from the name, so they follow the reader's language."""

# Which word of the leader's name tells it from the others; counted from the end when negative.
TELLING_WORD = {
    "baron_harkonnen": 0,
    "beast_rabban": -1,
    "feyd_rautha": 0,
    "thufir_hawat": 0,
    "gaius_helen_mohiam": -1,
    "captain_aramsham": -1,
    "shaddam_iv": 0,
    "paul_atreides": 0,
    "lady_jessica": -1,
    "reverend_mother_jessica": 0,
    "gurney_halleck": 0,
    "alia": 0,
    "stilgar": 0,
    "chani": 0,
    "paul_muaddib": -1,
    "wild_maker": 0,
}


def leader_mark(leader: str, name: str | None = None) -> str:
    """Returns the two-letter mark of a leader whose name in the reader's language is ``name``.

    Without a name it is made from the id. Raises KeyError for an id that is no named leader.

    >>> (leader_mark("beast_rabban"), leader_mark("paul_muaddib", "Paul Muad'Dib"), leader_mark("chani", "Чани"))
    ('Ra', 'Mu', 'Ча')
    """
    words = (name or leader.replace("_", " ")).replace("-", " ").split()
    position = TELLING_WORD[leader]
    word = words[position] if -len(words) <= position < len(words) else words[0]
    letters = [c for c in word if c.isalpha()]
    return "".join(letters[:2]).capitalize()
