// The viewer's settings, stored in this browser.
import { keep, load } from './store';

export interface Settings {
  /** Colours of the suits. */
  pack: 'two' | 'four';
  /** The pattern on the backs of the cards; look.css has the pictures. */
  back: 'lattice' | 'petals' | 'pegs';
  /** Cloth of the tables; look.css has the colours. */
  felt: 'green' | 'blue';
  /** How wide cards are where there is room. */
  cards: 'small' | 'medium' | 'large';
  theme: 'auto' | 'light' | 'dark';
  motion: 'auto' | 'less' | 'full';
  sounds: boolean;
  /** Chat of others is hidden. */
  mute: boolean;
}

const START: Settings = {
  pack: 'two',
  back: 'lattice',
  felt: 'green',
  cards: 'medium',
  theme: 'auto',
  motion: 'auto',
  sounds: false,
  mute: false,
};
const OPEN: { [K in keyof Settings]: readonly Settings[K][] } = {
  pack: ['two', 'four'],
  back: ['lattice', 'petals', 'pegs'],
  felt: ['green', 'blue'],
  cards: ['small', 'medium', 'large'],
  theme: ['auto', 'light', 'dark'],
  motion: ['auto', 'less', 'full'],
  sounds: [false, true],
  mute: [false, true],
};

function read(): Settings {
  const stored = load('settings', {}, (value): value is Record<string, unknown> => typeof value === 'object' && value !== null);
  const result: Record<string, unknown> = { ...START };
  for (const [name, values] of Object.entries(OPEN))
    if ((values as readonly unknown[]).includes(stored[name])) result[name] = stored[name];
  return result as unknown as Settings;
}

export const settings: Settings = $state(read());

const still = matchMedia('(prefers-reduced-motion: reduce)');
let stillNow = $state(still.matches);
still.addEventListener('change', () => (stillNow = still.matches));

/** Whether things should appear at their positions without moving there. */
export const calm = (): boolean => settings.motion === 'less' || (settings.motion === 'auto' && stillNow);

/** Applies the settings to the page and stores them; called once. */
export function apply(): void {
  $effect.root(() => {
    $effect(() => {
      const root = document.documentElement.dataset;
      root['pack'] = settings.pack;
      root['back'] = settings.back;
      root['felt'] = settings.felt;
      root['cards'] = settings.cards;
      root['theme'] = settings.theme;
      root['motion'] = calm() ? 'less' : 'full';
      keep('settings', $state.snapshot(settings));
    });
  });
}
