// Sentences that say why a decision was good or bad, made from the numbers of a review.
import type { Review, ReviewDeal } from '../lib/api';
import { words } from '../words';

export const t = words({
  'grade.best': 'Best',
  'grade.even': 'Even',
  'grade.slip': 'A slip',
  'grade.mistake': 'A mistake',
  'grade.costly': 'Costly',
  'grade.meaning': 'What the words mean',
  'grade.best.means': 'Nothing was better.',
  'grade.even.means': 'Another choice may be just as good or better; the difference is too small to be sure.',
  'grade.slip.means': 'Gives away less than a tenth of {stake}.',
  'grade.mistake.means': 'Gives away up to half of {stake}.',
  'grade.costly.means': 'Gives away more than half of {stake}.',
  'row.wins': 'wins {n} %',
  'row.gain': '{place}: your {label} wins {n} times in 100; {best} would win {m}.',
  'row.gain.alike': '{place}: your {label} wins {n} times in 100; the better one, shown below, would win {m}.',
  'row.pays': '{place} pays for that: with {best} instead of your {label} it wins {m} times in 100, not {n}.',
  'row.pays.alike': '{place} pays for that: with the {label} shown below it wins {m} times in 100, not {n}.',
  'row.together': 'One by one, the hands below win about as often as yours, but together they earn more.',
});

export const GRADES = ['best', 'even', 'slip', 'mistake', 'costly'] as const;
export type Grade = (typeof GRADES)[number];

/** The words for a loss, by its share of the stake. */
export function gradeOf({ verdict, lost }: Pick<ReviewDeal, 'verdict' | 'lost'>, { stake }: Pick<Review, 'stake'>): Grade {
  if (verdict !== 'lost') return verdict;
  return lost < stake / 10 ? 'slip' : lost <= stake / 2 ? 'mistake' : 'costly';
}

/** A probability as a number of times in 100. */
export const percent = (chance: number): number => Math.round(100 * chance);

/**
 * The reasons why the best arrangement is better, hand by hand: first the hands that win more often, then the others. A hand that
 * wins about as often (within one time in 100) is left out.
 *
 * @param place the name of a place, from 0.
 */
export function rowReasons({ rows, verdict, why }: ReviewDeal, place: (at: number) => string): readonly string[] {
  if (verdict === 'best') return [];
  if (!rows.length) return why ? [why] : [];
  const told = rows.map((row, at) => ({ ...row, place: place(at), n: percent(row.wins), m: percent(row.best_wins) }));
  const gains = told.filter(({ n, m }) => m > n + 1).sort((a, b) => b.m - b.n - (a.m - a.n));
  const pays = told.filter(({ n, m }) => m < n - 1);
  if (!gains.length) return [t('row.together')];
  // Two hands may have the same name and differ in a lower card
  const alike = ({ label, best }: { label: string; best: string }): boolean => label === best;
  return [
    ...gains.map((row) => (alike(row) ? t('row.gain.alike', row) : t('row.gain', row))),
    ...pays.map((row) => (alike(row) ? t('row.pays.alike', row) : t('row.pays', row))),
  ];
}

/** Chances that differ by less than this are told as one: they are shares of a hundred worlds. */
export const ALIKE = 5;
