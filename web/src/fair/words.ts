// How the cards are shuffled, told to a player.
import { words } from '../words';

export const t = words({
  'fair.picture': 'Two sealed packs, a sealed number from each player; then one pack is dealt, and the other lies open.',
  'fair.told.1': 'The house can’t choose who gets which card.',
  'fair.told.2': 'Before a card falls, it shuffles two packs and seals every card of both.',
  'fair.told.3': 'Your device has sealed a secret number too, and so has everybody else’s.',
  'fair.told.4': 'Then all the numbers are opened.',
  'fair.told.5': 'Together they say which of the packs is dealt, and in which order.',
  'fair.told.6': 'The other pack is opened for all to see: every card must be in it, once.',
  'fair.told.7': 'Nobody can know beforehand which pack that will be, so a house that stacks its packs is soon caught.',
  'fair.told.8': 'Whenever you see a card, its seal is opened for you, and it must be the card that lay there.',
  'fair.told.9': 'Cards that you may not see stay sealed, even when the game is over.',
  'fair.told.10': 'You have nothing to do: this page checks every seal.',
  'fair.people': {
    one: 'One player’s number counts in this shuffle.',
    other: '{n} players’ numbers count in this shuffle.',
  },
  'fair.house': 'Nobody here has added a number, so the house shuffled by itself.',
  'fair.words': 'Read these words to each other. If everybody has the same four, you were all shown the same packs:',
  'fair.save': 'Save what was checked',
  'fair.save.what': 'Anybody can check the file again, without this house.',
  'fair.why.number': 'Shuffle {n} doesn’t add up: a number isn’t the one that was sealed.',
  'fair.why.who': 'Shuffle {n} doesn’t add up: somebody’s number was added or left out.',
  'fair.why.own': 'Shuffle {n} doesn’t add up: your own number was changed or left out.',
  'fair.why.deck': 'Shuffle {n} doesn’t add up: the opened pack isn’t the one that was sealed.',
  'fair.why.proof': 'Shuffle {n} doesn’t add up: a card isn’t the one that was sealed.',
  'fair.why.place': 'Shuffle {n} doesn’t add up: a card comes from another place than it should.',
  'fair.why.unproved': 'Shuffle {n} doesn’t add up: nothing shows where one of your cards came from.',
  'fair.why.gap': 'Shuffle {n} doesn’t add up: it was told twice.',
  'fair.why.picked': 'Shuffle {n} doesn’t add up: the first dealer isn’t the one that the numbers say.',
});
