import { words } from '../../../words';

export const t = words({
  'brag.score': 'Chips',
  'brag.suggest': 'Players may ask the table what they could do, and what they know of the cards.',
  'brag.front.page': 'Prial: Brag for three, four or five cards',
  'brag.front.heading': 'Bet blind, or look first.',
  'brag.front.text':
    'Brag is the pub’s game of bluff: bet on your cards, looked at or not, until two are left and one pays to see the other.',
});
