// What is said around a game that plays by itself.
import { words } from '../words';

export const t = words(
  {
    'play.play': 'Play',
    'play.pause': 'Pause',
    'play.again': 'Play from the beginning',
    'play.speed': 'Speed',
    'play.times': '{n}×',
    'play.half': '½×',
    'play.keys':
      'Keys: the space bar plays and pauses, ← and → go from moment to moment, Page Up and Page Down from deal to deal.',
  },
  {
    vi: {
      'play.play': 'Phát',
      'play.pause': 'Tạm dừng',
      'play.again': 'Phát lại từ đầu',
      'play.speed': 'Tốc độ',
      'play.times': '{n}×',
      'play.half': '½×',
      'play.keys': 'Phím: phím cách để phát và tạm dừng, ← và → để đi từng bước, Page Up và Page Down để đi từng ván.',
    },
  },
);
