// What is said around a game that plays by itself.
import { words } from '../words';

export const t = words({
  'play.play': 'Play',
  'play.pause': 'Pause',
  'play.again': 'Play from the beginning',
  'play.speed': 'Speed',
  'play.times': '{n}×',
  'play.half': '½×',
  'play.keys': 'Keys: the space bar plays and pauses, ← and → go from moment to moment, Page Up and Page Down from deal to deal.',
});
