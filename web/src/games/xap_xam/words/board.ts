import { words } from '../../../words';

export const t = words({
  'row.lower': 'Lower',
  'row.middle': 'Middle',
  'row.upper': 'Upper',
  'row.lower.hand': 'lower hand',
  'row.middle.hand': 'middle hand',
  'row.upper.hand': 'upper hand',
  'row.lower.title': 'Lower hands',
  'row.middle.title': 'Middle hands',
  'row.upper.title': 'Upper hands',

  'instant.whole_dragon': 'a whole dragon',
  'instant.straight_flush': 'a straight flush',
  'instant.four_of_a_kind': 'four of a kind',
  'instant.six_pairs': 'six pairs',
  'instant.three_straights': 'three straights',
  'instant.three_flushes': 'three flushes',

  'xap.left': {
    one: '{n} card is still in your hand. You must set all thirteen: five, five and three.',
    other: '{n} cards are still in your hand. You must set all thirteen: five, five and three.',
  },
  'xap.mis_set': 'That is mis-set: your {second} beats your {first}.',
  'xap.mis_set.level': 'That is mis-set: your {second} is only as good as your {first}.',
  'xap.mis_set.loses': 'It would lose.',
  'xap.offer': {
    one: 'You hold {name} ({vietnamese}). That wins {n} unit at once.',
    other: 'You hold {name} ({vietnamese}). That wins {n} units at once.',
  },
  'xap.offer.many': {
    one: 'You hold {name} ({vietnamese}). That wins {n} unit at once.',
    other: 'You hold {name} ({vietnamese}). That wins {n} units at once.',
  },
  'xap.offer.unanswered': 'You hold {name}. Declare it above, or play the cards.',
  'xap.declare': 'Declare {name}',
  'xap.declare.not': 'Play the cards instead',
  'xap.declare.on': 'You declare {name} ({vietnamese}). Lock in to confirm: nobody hears of it until everybody has locked in.',
  'xap.declare.off': 'You are playing the cards. You can still declare {name} ({vietnamese}).',
  'xap.declare.apart': 'Set like this, your hands don’t make {name}.',
  'xap.declared': 'You declare {name}. The hands are set.',
  'xap.lock': 'Declare and lock in',
  'xap.mine': 'You declare {name}.',
  'xap.against.dealer': 'You play against the dealer, {name}.',
  'xap.against.dealer.you': 'You deal: everyone plays against you.',

  'xap.reveal.up': 'The hands are turned up…',
  'xap.row.won': 'won',
  'xap.row.lost': 'lost',
  'xap.row.level': 'level',
  'xap.row.level.dealer': 'level: lost',
  'xap.row.instant': 'won at once',
  'xap.row.mis_set': 'mis-set',
  'xap.row.beats': 'won {n} of {of}',
  'xap.row.best': '{name} has the best: {label}.',
  'xap.row.best.you': 'You have the best: {label}.',
  'xap.row.best.several': '{names} have the best: {label}.',
  'xap.row.none': 'Nobody has a hand to compare here.',
  'xap.tab.won': 'won',
  'xap.tab.lost': 'lost',
  'xap.tab.level': 'level',
  'xap.tab.none': 'none',
  'xap.tab.of': '{n} of {of}',

  'xap.declares': '{name} declares {what}.',
  'xap.declares.you': 'You declare {what}.',
  'xap.has_mis_set': '{name} has mis-set.',
  'xap.has_mis_set.you': 'You have mis-set.',

  'pair.hands': {
    one: '{winner} wins {n} unit from {loser}, {won} to {lost}.',
    other: '{winner} wins {n} units from {loser}, {won} to {lost}.',
  },
  'pair.hands.you': {
    one: 'You win {n} unit from {loser}, {won} to {lost}.',
    other: 'You win {n} units from {loser}, {won} to {lost}.',
  },
  'pair.hands.from': {
    one: '{winner} wins {n} unit from you, {won} to {lost}.',
    other: '{winner} wins {n} units from you, {won} to {lost}.',
  },
  'pair.instant': {
    one: '{winner} wins {n} unit from {loser} with {what}.',
    other: '{winner} wins {n} units from {loser} with {what}.',
  },
  'pair.instant.you': { one: 'You win {n} unit from {loser} with {what}.', other: 'You win {n} units from {loser} with {what}.' },
  'pair.instant.from': {
    one: '{winner} wins {n} unit from you with {what}.',
    other: '{winner} wins {n} units from you with {what}.',
  },
  'pair.mis_set': {
    one: '{winner} wins {n} unit from {loser}, who has mis-set.',
    other: '{winner} wins {n} units from {loser}, who has mis-set.',
  },
  'pair.mis_set.you': {
    one: 'You win {n} unit from {loser}, who has mis-set.',
    other: 'You win {n} units from {loser}, who has mis-set.',
  },
  'pair.mis_set.from': {
    one: '{winner} wins {n} unit from you, because you have mis-set.',
    other: '{winner} wins {n} units from you, because you have mis-set.',
  },
  'pair.both': {
    one: '{winner} wins {n} unit from {loser}: both have mis-set, and the dealer wins ties.',
    other: '{winner} wins {n} units from {loser}: both have mis-set, and the dealer wins ties.',
  },
  'pair.both.you': {
    one: 'You win {n} unit from {loser}: you have both mis-set, and the dealer wins ties.',
    other: 'You win {n} units from {loser}: you have both mis-set, and the dealer wins ties.',
  },
  'pair.both.from': {
    one: '{winner} wins {n} unit from you: you have both mis-set, and the dealer wins ties.',
    other: '{winner} wins {n} units from you: you have both mis-set, and the dealer wins ties.',
  },
  'pair.same': {
    one: '{winner} wins {n} unit from {loser}: both have {what}, and the dealer wins ties.',
    other: '{winner} wins {n} units from {loser}: both have {what}, and the dealer wins ties.',
  },
  'pair.same.you': {
    one: 'You win {n} unit from {loser}: you both have {what}, and the dealer wins ties.',
    other: 'You win {n} units from {loser}: you both have {what}, and the dealer wins ties.',
  },
  'pair.same.from': {
    one: '{winner} wins {n} unit from you: you both have {what}, and the dealer wins ties.',
    other: '{winner} wins {n} units from you: you both have {what}, and the dealer wins ties.',
  },
  'pair.level': '{names} are level.',
  'pair.royalties': 'royalties {n}',
  'pair.title': 'Who pays whom',

  'units.title': 'Units',
  'units.of': '{name}: {n} units',
  'units.gain': '{n} in this deal',
  'units.deals': { one: '{n} deal', other: '{n} deals' },
  'units.locked': 'locked in',
});
