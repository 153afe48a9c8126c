"""A package of its own, so that packages of the same name which others install do not stand before it."""
