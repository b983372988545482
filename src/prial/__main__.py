"""``python -m prial``."""

from prial.cli import main

main()
