// The names of the players as a board uses them.
import { t } from '../words';

export interface Who {
  /** Whether it is the viewer's seat. */
  you: (seat: number | null) => boolean;
  name: (seat: number | null) => string;
  /** The name, or “You” for the viewer's. */
  named: (seat: number) => string;
  /** The name in the middle of a sentence: “you” for the viewer's. */
  within: (seat: number) => string;
}

/** The players by seat, as the viewer of a board calls them. */
export function whoIs(names: () => readonly string[], viewer: () => number | null): Who {
  const you = (seat: number | null): boolean => seat !== null && seat === viewer();
  const name = (seat: number | null): string => names()[seat ?? -1] ?? '';
  return {
    you,
    name,
    named: (seat) => (you(seat) ? t('seat.you') : name(seat)),
    within: (seat) => (you(seat) ? t('seat.you.within') : name(seat)),
  };
}
