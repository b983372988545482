// Words of chips, for the boards of all games that are played for them.
import { words } from '../words';

export const t = words({
  'chips.deal': 'Deal {n}',
  'chips.deal.of': 'Deal {n} of {all}',
  'chips.seat.wins': 'won',
  'chips.seat.shows': 'shown',
  'chips.history': 'What happened in this deal',
  'chips.history.none': 'Nothing has happened in this deal yet.',

  'chips.n': { one: '{n} chip', other: '{n} chips' },
  'chips.paid': 'in: {n}',
  'chips.fewer': 'Fewer chips',
  'chips.more': 'More chips',

  'chips.look': 'Look at your cards',
  'chips.hand.card': '{card}, in your hand',
  'chips.hand.card.suggested': '{card}, suggested as a discard',
  'chips.hand.suggested': 'suggested',

  'chips.fold': 'Fold',
  'chips.fold.sure': 'Yes, fold',
  'chips.fold.no': 'No, stay in',
  'chips.fold.blind': 'Fold without having looked?',
  'chips.fold.key': 'Fold this hand?',

  'chips.rebuy': 'Buy another {n} chips',
  'chips.buy.open': 'Buy chips',
  'chips.buy.chips': 'Chips to buy',
  'chips.buy.wrong': 'From {least} to {most}',
  'chips.buy': { one: 'Buy {n} chip', other: 'Buy {n} chips' },

  'chips.next.play': 'Next deal',
  'chips.next.show': 'Show your hand',
  'chips.next.out': 'Sit out',
  'chips.next.mine.play': 'You play the next deal.',
  'chips.next.mine.rebuy': 'You buy in again and play the next deal.',
  'chips.next.mine.buy': {
    one: 'You buy {n} chip and play the next deal.',
    other: 'You buy {n} chips and play the next deal.',
  },
  'chips.next.mine.out': 'You sit out from the next deal.',
  'chips.next.wait': 'Waiting for {names}.',
  'chips.next.back': 'Take it back',
  'chips.out.back': 'Play again from the next deal',
  'chips.out.rebuy': 'Buy {n} chips and play again',
  'review.text':
    'What your decisions were worth when you made them: the chips that each decision could be expected to win or lose from then on, against hands that the others might have held. Luck doesn’t come into it.',
  'review.empty': 'There is nothing to look back at: you had nothing to decide in this game.',
  'review.unseen': 'You hadn’t looked at your cards.',
  'review.hand': 'Your hand',
  'review.total.points': 'Chips won or lost',
  'review.amount': '{n} chips',
  'review.stake': 'all the chips put in before the first bet',
  'review.won': { one: '{n} chip won', other: '{n} chips won' },
  'review.paid': { one: '{n} chip lost', other: '{n} chips lost' },
});
