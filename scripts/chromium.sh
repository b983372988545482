#!/bin/sh
# scripts/chromium.sh: prints where a Chromium for the browser tests is; Debian's is installed where there is none and we may.
# $CHROMIUM names another one.
set -eu
for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable chrome; do
    if [ -n "$name" ] && command -v "$name" >/dev/null; then
        command -v "$name"
        exit 0
    fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Debian's Chromium for the browser tests" >&2
    # libatomic1 is what Playwright's driver needs, the fonts hold the signs of the suits
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        chromium libatomic1 fonts-dejavu-core; } >&2 2>/dev/null || { echo "It could not be installed: apt-get failed." >&2; exit 1; }
    command -v chromium
    exit 0
fi
echo "The browser tests need Chromium or Chrome: install it, or say where it is with CHROMIUM=/path/to/it." >&2
exit 1
