"""The command line, one file a verb."""


def main() -> None:
    """Run ``prial`` with the arguments it was started with, and leave with its exit status."""
    from prial.cli.app import app

    app()
