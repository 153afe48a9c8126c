"""Student's t by SciPy, which comes with the research extra: playing needs none of it.

Where it is missing the arena leaves out the intervals that need it, and says so; the lab, which needs it everywhere,
refuses to begin.
"""

from importlib.util import find_spec

from serai.core.errors import BadOptions

MIDDLE = 0.95  # of the cases
MISSING = "no intervals of points by bot and seat, because scipy is not installed (pip install 'serai[research]')"


def is_there() -> bool:
    """Whether the package is installed."""
    return find_spec("scipy") is not None


def check() -> None:
    """BadOptions without the package; better said before hours of games than after."""
    if not is_there():
        raise BadOptions("the lab needs scipy, which is not installed (pip install 'serai[research]')")


def reach(freedom: int) -> float:
    """Within how many errors Student's t stays in 95 of 100 cases."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + MIDDLE) / 2))


def chance_of(t: float, freedom: int) -> float:
    """How often Student's t is farther from 0 than this."""
    from scipy.special import stdtr

    return float(2 * stdtr(freedom, -abs(t)))
