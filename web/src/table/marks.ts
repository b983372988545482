// The signs beside words, 16 by 16, so that a meaning never depends on colour alone.
export const MARKS = {
  good: 'M3 8.5l3.5 3.5L13 4.5',
  bad: 'M4 4l8 8M12 4l-8 8',
  none: 'M3.8 12.2l8.4-8.4M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  crown: 'M2.5 12.5h11M2.5 12.5l-1-8 3.5 3 3-5 3 5 3.5-3-1 8',
  level: 'M3 6h10M3 10h10',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  wait: 'M8 4.5V8l2.5 1.5M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  blind: 'M1.5 8S4 4 8 4s6.5 4 6.5 4S12 12 8 12 1.5 8 1.5 8zM3 13L13 3',
  eye: 'M1.5 8S4 4 8 4s6.5 4 6.5 4S12 12 8 12 1.5 8 1.5 8zM8 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
  stop: 'M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM5 8h6',
  cover: 'M2.5 12.5h11M4 10a4 4 0 0 1 8 0M8 6V3.5',
};
export type MarkKind = keyof typeof MARKS;
