"""``python -m prial``."""

from prial.cli import main

if __name__ == "__main__":
    main()
