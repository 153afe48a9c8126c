"""Pasha, by Stefan Dorra: cards, five dice and a disc on the board, for two to five players."""
