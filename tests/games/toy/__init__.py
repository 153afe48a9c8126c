"""A toy, the smallest whole game: play cards for their value and a die, or swap two for one. For the tests."""
