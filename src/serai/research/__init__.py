"""The rules for people who study games: many games at once, and the interfaces that they know.

Each module needs packages of its own (`pip install 'serai[research]'`); nothing else in Serai imports them.
"""
