import { words } from '../../../words';

export const t = words({
  'learn.poker.title': 'Learn Brag Poker',
  'learn.poker.deal.title': 'Three cards, and two blinds',
  'learn.poker.deal.text':
    'Before the cards are dealt, the player left of the dealer puts in the small blind, and the next one the big blind. Then everybody gets three cards, face down.',
  'learn.poker.deal.more': 'The pot goes to the best hand at the end, or to the last player left.',
  'learn.poker.bet.title': 'Call, raise or fold',
  'learn.poker.bet.text':
    'In your turn you match the last bet (a call), raise it by a fixed step, or fold. Before the draw the step is twice the big blind, and after it four times.',
  'learn.poker.bet.quiz': 'The big blind is 2, and Bea has raised to 6. What does it cost you to raise?',
  'learn.poker.bet.6': '6 chips',
  'learn.poker.bet.6.says': 'That is a call: you match Bea’s 6.',
  'learn.poker.bet.10': '10 chips',
  'learn.poker.bet.10.says': 'Right: 6 to call, plus 4 for the raise.',
  'learn.poker.bet.12': '12 chips',
  'learn.poker.bet.12.says': 'A raise doesn’t double: it adds twice the big blind.',
  'learn.poker.blind.title': 'Not looking',
  'learn.poker.blind.text':
    'Your cards lie face down until you look, which you may do on any of your turns. Until then you pay half of what you call, rounded up, and it counts in full.',
  'learn.poker.blind.more': 'You always pay the raise itself in full.',
  'learn.poker.blind.quiz': 'You haven’t looked, and it is 5 to call. What do you pay?',
  'learn.poker.blind.5': '5 chips',
  'learn.poker.blind.5.says': 'A player who hasn’t looked pays half.',
  'learn.poker.blind.3': '3 chips',
  'learn.poker.blind.3.says': 'Right: half of 5, rounded up.',
  'learn.poker.blind.2': '2 chips',
  'learn.poker.blind.2.says': 'Nearly: half of 5 is rounded up.',
  'learn.poker.draw.title': 'The draw',
  'learn.poker.draw.text':
    'After the first round everybody in the pot changes up to three cards, or keeps all. Everybody sees how many.',
  'learn.poker.draw.more': 'Then there is a second round of betting. It begins from nothing, so you may check.',
  'learn.poker.draw.quiz': 'You hold a pair of queens. What do you change?',
  'learn.poker.draw.one': 'The four of clubs',
  'learn.poker.draw.one.says': 'Right: one card in twenty-four or so makes it a prial, and the pair stays.',
  'learn.poker.draw.all': 'All three',
  'learn.poker.draw.all.says': 'A pair is worth keeping: three new cards seldom make one.',
  'learn.poker.end.title': 'All-in, and the showdown',
  'learn.poker.end.text':
    'Whoever has too few chips puts in what is left and is all-in. That player can still win the main pot, while the others go on betting for a side pot.',
  'learn.poker.end.more':
    'After the second round, everybody still in shows. The best hand wins, and level hands share. That is Brag Poker.',
});
