import { words } from '../../../words';

export const t = words({
  'brag.score': 'Chips',
  'brag.suggest': 'Players may ask for a suggestion at their turn, and have the odds counted from the cards they know.',
  'brag.front.page': 'Prial: Brag for three, four or five cards',
  'brag.front.heading': 'Bet blind, or look first.',
  'brag.front.text':
    'Brag is the pub’s game of bluff: bet on your cards, blind or not, until two are left and one pays to see the other.',
});
