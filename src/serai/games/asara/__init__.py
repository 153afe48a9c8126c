"""Asara, by Wolfgang Kramer and Michael Kiesling: buyers, markets and towers, for two to four players."""
