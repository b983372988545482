"""The sounds of a table, as a browser synthesises them: never loud, never long, and never silent."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Sit

pytestmark = pytest.mark.e2e

SYNTH = Path(__file__).parents[2] / "web" / "src" / "table" / "synth.ts"
_PLAIN = """
    const lib = {entry: process.argv[1], formats: ['iife'], name: 'its'};
    import('vite').then(async ({build}) => {
        const [{output}] = await build({configFile: false, logLevel: 'silent', build: {write: false, minify: false, lib}});
        process.stdout.write(output[0].code);
    });
"""
_RENDERED = """async text => {
    const its = new Function(`${text}; return its;`)();
    const found = {};
    for (const [name, sound] of Object.entries(its.SOUNDS)) {
        const audio = new OfflineAudioContext(1, 3 * 44100, 44100);
        sound(its.deskOf(audio), 0);
        const samples = (await audio.startRendering()).getChannelData(0);
        const heard = samples.findLastIndex(each => Math.abs(each) > 0.001);
        found[name] = {peak: samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0), seconds: (heard + 1) / 44100};
    }
    return found;
}"""
LOUDEST = 10 ** (-6 / 20)
"""Highest peak allowed: 6 dB below full scale."""


def test_each_sound_is_heard_and_none_is_loud_or_long(sit: Sit) -> None:
    """Synthesised ten times, since noise differs each time."""
    text = subprocess.check_output(["scripts/node.sh", "node", "-e", _PLAIN, str(SYNTH)], text=True)  # noqa: S607  # ours
    page = sit().page
    for _ in range(10):
        sounds: dict[str, dict[str, Any]] = page.evaluate(_RENDERED, text)
        assert {"riffle", "slide", "flip", "peg", "knock", "thud", "chips", "tumble", "turn", "win"} == set(sounds)
        for name, each in sounds.items():
            assert 0.03 <= each["peak"] <= LOUDEST, (name, each)
            assert 0.03 <= each["seconds"] <= 1.5, (name, each)
