"""Student's t by SciPy, which comes with the research extra and is not needed to play.

Without SciPy the arena leaves out the intervals that need it, and says so; the lab, which needs it everywhere,
refuses to start.
"""

from importlib.util import find_spec

from serai.core.errors import BadOptions

CONFIDENCE = 0.95  # of the cases
MISSING = "no intervals of points by bot and seat, because scipy is not installed (pip install 'serai[research]')"


def is_installed() -> bool:
    """Whether the package is installed."""
    return find_spec("scipy") is not None


def check() -> None:
    """BadOptions without the package; checked before hours of games."""
    if not is_installed():
        raise BadOptions("the lab needs scipy, which is not installed (pip install 'serai[research]')")


def critical_value(degrees_of_freedom: int) -> float:
    """The number of standard errors within which Student's t stays in 95 of 100 cases."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees_of_freedom, (1 + CONFIDENCE) / 2))


def p_value(t: float, degrees_of_freedom: int) -> float:
    """How often Student's t is farther from 0 than this."""
    from scipy.special import stdtr

    return float(2 * stdtr(degrees_of_freedom, -abs(t)))
