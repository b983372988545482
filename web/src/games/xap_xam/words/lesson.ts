import { words } from '../../../words';

export const t = words({
  'learn.xap.title': 'Learn Xập xám',
  'learn.xap.deal.title': 'Thirteen cards, three hands',
  'learn.xap.deal.text':
    'Everybody gets thirteen cards and sets them as three hands: five in the lower, five in the middle, three in the upper. Everybody does this at the same time, and nobody sees the others’ cards.',
  'learn.xap.deal.more':
    'Then the hands are turned up, from the lower to the upper. Usually everybody plays against the dealer only.',

  'learn.xap.ranks.title': 'What beats what',
  'learn.xap.ranks.text': 'Hands rank as in poker, from the best to the worst. No suit beats another, so two hands can be level.',
  'learn.xap.ranks.upper': 'Three cards make three of a kind, a pair or high cards, and nothing else.',
  'rank.straight_flush': 'Straight flush (thùng phá sảnh)',
  'rank.straight_flush.help': 'In sequence, all of one suit.',
  'rank.four': 'Four of a kind (tứ quý)',
  'rank.four.help': 'Four of one rank.',
  'rank.full_house': 'Full house (cù lũ)',
  'rank.full_house.help': 'Three of one rank, two of another. The three decides.',
  'rank.flush': 'Flush (thùng)',
  'rank.flush.help': 'Five of one suit.',
  'rank.straight': 'Straight (sảnh)',
  'rank.straight.help': 'Five in sequence.',
  'rank.three': 'Three of a kind (sám cô)',
  'rank.three.help': 'Three of one rank.',
  'rank.two_pair': 'Two pair (thú)',
  'rank.two_pair.help': 'Two of one rank, two of another.',
  'rank.pair': 'Pair (đôi)',
  'rank.pair.help': 'Two of one rank.',
  'rank.high': 'High card (mậu thầu)',
  'rank.high.help': 'Anything else: the highest card counts, then the next one.',

  'learn.xap.lower': 'Lower',
  'learn.xap.middle': 'Middle',
  'learn.xap.upper': 'Upper',
  'learn.xap.find.lower.title': 'Set your lower hand',
  'learn.xap.find.lower.text': 'The best hand belongs below. A full house is among your cards: pick three kings and two eights.',
  'learn.xap.find.lower.hint': 'Not these: look for all three kings and both eights.',
  'learn.xap.find.lower.flush': 'A flush it is, but the full house beats it. Keep the hearts for the middle.',
  'learn.xap.find.middle.title': 'Now the middle one',
  'learn.xap.find.middle.text': 'The next best hand is the middle one. Five of your cards are of one suit.',
  'learn.xap.find.middle.hint': 'Not these: pick the five hearts.',
  'learn.xap.hand.lower': 'full house of kings',
  'learn.xap.hand.middle': 'flush, ace high',
  'learn.xap.hand.upper': 'pair of jacks',
  'learn.xap.order.title': 'Three are left for the upper',
  'learn.xap.order.text':
    'A pair of jacks is a good upper hand. And your hands are in order: the lower beats the middle, the middle beats the upper.',
  'learn.xap.order.more': 'They have to be. Hands that are not in order are mis-set, and lose whatever the others hold.',

  'learn.xap.mis.title': 'Spot the mis-set hand',
  'learn.xap.mis.text':
    'The upper hand has only three cards, but it is still compared with the middle one: first the kind of hand, then card by card.',
  'learn.xap.mis.ask': 'Two of these are in order. Which one is mis-set?',
  'learn.xap.mis.a': 'Flush, straight, pair of queens',
  'learn.xap.mis.a.says': 'That is in order: a flush beats a straight, and a straight beats a pair.',
  'learn.xap.mis.b': 'Three kings, pair of nines, pair of tens',
  'learn.xap.mis.b.says': 'Yes: the upper hand, a pair of tens, beats the pair of nines in the middle.',
  'learn.xap.mis.c': 'Full house, pair of aces, king high',
  'learn.xap.mis.c.says': 'That is in order: a pair of aces beats king high.',

  'learn.xap.instant.title': 'Cards that win at once',
  'learn.xap.instant.text':
    'With certain cards you win without a showdown. From the best: whole dragon (sảnh rồng), straight flush (thùng phá sảnh), four of a kind (tứ quý), six pairs (lục phé bôn), three straights (ba sảnh), three flushes (ba thùng).',
  'learn.xap.instant.more': 'You declare such a hand while setting, and the table lays out your cards to show it.',
  'learn.xap.instant.ask': 'You are dealt these. What do you declare?',
  'learn.xap.instant.six': 'Six pairs',
  'learn.xap.instant.six.says': 'Right: aces, queens, tens, eights, sixes and threes. The two is left over.',
  'learn.xap.instant.flushes': 'Three flushes',
  'learn.xap.instant.flushes.says': 'No: you can’t make three hands of one suit each.',
  'learn.xap.instant.none': 'Nothing, I play them',
  'learn.xap.instant.none.says': 'You may, but count the pairs: these cards win at once.',

  'learn.xap.end.title': 'The showdown, and who pays',
  'learn.xap.end.text':
    'Each of your hands meets the dealer’s hand of the same row. Whoever wins more of the three gets a unit from the other. If two hands are level, the dealer wins.',
  'learn.xap.end.more':
    'After each deal the next player deals. Some houses pay for each hand, pay extra for winning all three, or let everybody play against everybody: the rules of your table say so.',
});
