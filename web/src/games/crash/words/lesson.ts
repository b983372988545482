import { words } from '../../../words';

export const t = words({
  'learn.title': 'Learn Crash',
  'learn.place': { ordinal: true, one: '{n}st hand', two: '{n}nd hand', few: '{n}rd hand', other: '{n}th hand' },
  'learn.over': 'Left over',

  'learn.deal.title': 'Thirteen cards each',
  'learn.deal.text':
    'Everybody at the table gets thirteen cards. You make four hands of three cards out of yours, and one card is left over. Everybody does this at the same time, and nobody sees the others’ cards.',
  'learn.deal.more':
    'Then the hands are turned up place by place: all the first hands, then all the second ones, and so on. The best hand of each place scores a point.',

  'learn.ranks.high.help': 'Anything else. At most tables it scores nothing.',

  'learn.find.1.title': 'Find your first hand',
  'learn.find.1.text': 'The best hand of all is among your cards: a prial of threes. Pick the three cards.',
  'learn.find.1.hint': 'Not these: look for the three cards of the rank three.',
  'learn.find.2.title': 'Now the second hand',
  'learn.find.2.text': 'Next comes a running flush: three cards in sequence, all of one suit. Look among the spades.',
  'learn.find.2.hint': 'Not these: the ace, king and queen of spades follow each other.',
  'learn.find.3.title': 'The third hand',
  'learn.find.3.text':
    'Seven cards are left: six for your last two hands, and one over. Three of them are in sequence, of any suits: a run.',
  'learn.find.3.hint': 'Not these: look for three ranks in sequence, between the jacks and the four.',
  'learn.find.4.title': 'And the fourth',
  'learn.find.4.text':
    'Two jacks are a pair. The odd card decides between equal pairs, so add the higher of the other two cards.',
  'learn.find.4.hint': 'Not these: you need both jacks and one other card.',
  'learn.find.4.almost': 'A pair of jacks is right, but it is better with the four than with the two.',

  'learn.order.title': 'The best one first',
  'learn.order.text':
    'Your hands lie in order: each is at least as good as the next one. Most tables put them in order for you. At some you must see to it yourself, and a wrong order is a foul.',
  'learn.order.more':
    'You needn’t play the best first hand that you can. A weaker one may leave you three good hands to follow it: that is the game.',

  'learn.hand.you.1': 'prial of threes',
  'learn.hand.you.2': 'running flush, ace high',
  'learn.hand.you.3': 'run, nine high',
  'learn.hand.you.4': 'pair of jacks',
  'learn.hand.bea.1': 'prial of nines',
  'learn.hand.bea.2': 'running flush, ace high',
  'learn.hand.bea.3': 'run, seven high',
  'learn.hand.bea.4': 'pair of twos',
  'learn.hand.cal.1': 'prial of tens',
  'learn.hand.cal.2': 'running flush, seven high',
  'learn.hand.cal.3': 'run, queen high',
  'learn.hand.cal.4': 'pair of eights',
  'learn.hand.dot.1': 'run, king high',
  'learn.hand.dot.2': 'run, seven high',
  'learn.hand.dot.3': 'pair of aces',
  'learn.hand.dot.4': 'pair of fours',

  'learn.show.title': 'The showdown',
  'learn.show.text': 'Everybody has locked in. Turn the hands up, place by place.',
  'learn.show.turn': {
    ordinal: true,
    one: 'Turn up the {n}st hands',
    two: 'Turn up the {n}nd hands',
    few: 'Turn up the {n}rd hands',
    other: 'Turn up the {n}th hands',
  },
  'learn.show.1': 'Your prial of threes beats everything: a point for you.',
  'learn.show.2': 'You and Bea hold level running flushes, the best ones on the table. That is a stopper: nobody scores.',
  'learn.show.3': 'Cal’s run goes up to the queen, yours to the nine: a point for Cal.',
  'learn.show.4': 'Your jacks are the best pair: another point for you.',
  'learn.show.wins': 'won',
  'learn.show.level': 'level',
  'learn.show.hidden': 'face down',
  'learn.show.score': '{name}: {n}',

  'learn.end.title': 'Points, and the crash',
  'learn.end.text':
    'You made two points in this deal, Cal one. Whoever has the highest score of seven or more at the end of a deal has won the game; some houses play to ten, eleven or fifteen.',
  'learn.end.crash':
    'Had you won all four places, that would have been a crash. It is worth an extra point, and in some houses it wins the whole game.',
  'learn.end.more': 'That is all. The rest is knowing which cards to put where, and the table can suggest how to lay them.',
});
