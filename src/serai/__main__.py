"""`python -m serai` is the command `serai`."""

import sys

from serai.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
