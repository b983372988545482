import { t } from '../words';
import type { Sending } from './types';

/** The words on the button that answers: the state of the answer, if it was sent, else what the button does. */
export function onAnswer(sending: Sending, halted: boolean, does: string): string {
  if (halted) return t('board.halted');
  if (sending === 'kept') return t('table.kept');
  return sending === 'sending' ? t('table.saving') : does;
}
