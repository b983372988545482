"""Runs Prial's command line as ``python -m prial``."""

from prial.cli import main

if __name__ == "__main__":
    main()
