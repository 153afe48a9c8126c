"""How many can play at most, in any game: compiled code, such as the tree search, has room for so many seats."""

MOST_SEATS = 5
