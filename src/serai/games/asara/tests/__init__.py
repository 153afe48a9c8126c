"""Tests of Asara's rules; each names the numbers in RULES.md that it is about."""
