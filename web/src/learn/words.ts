// Words of every lesson.
import { words } from '../words';

export const t = words({
  'learn.choose': 'Learn a game',
  'learn.begin': 'Learn {game} step by step',
  'learn.rules': 'Rules of {game}',
  'learn.step': 'Step {n} of {all}',
  'learn.back': 'Back',
  'learn.next': 'Next',
  'learn.progress': 'How far you’ve got',

  'learn.show': 'Show me',
  'learn.cards': 'Your cards',
  'learn.places': 'Your hands',
  'learn.place.empty': 'still empty',
  'learn.picked': { one: '{n} card picked of {of}', other: '{n} cards picked of {of}' },
  'learn.find.good': 'Right: {hand}.',

  'learn.quiz.again': 'Try once more.',
  'learn.play': 'Play it against bots',

  'learn.ranks.title': 'What beats what',
  'learn.ranks.text':
    'There are six kinds of hand, from the best to the worst. No suit beats another, so two hands can be level.',
  'learn.ranks.prial': 'Prial',
  'learn.ranks.prial.help': 'Three of a kind. Three threes are the best hand of all, then three aces, kings and so on.',
  'learn.ranks.running': 'Running flush',
  'learn.ranks.running.help': 'Three in sequence, all of one suit.',
  'learn.ranks.run': 'Run',
  'learn.ranks.run.help': 'Three in sequence. Ace, two, three is the best, then ace, king, queen.',
  'learn.ranks.flush': 'Flush',
  'learn.ranks.flush.help': 'Three of one suit.',
  'learn.ranks.pair': 'Pair',
  'learn.ranks.pair.help': 'Two of a kind, and an odd card.',
  'learn.ranks.high': 'High card',
  'learn.ranks.high.plain': 'Anything else: the highest card counts, then the next one.',
  'learn.you': 'You',
  'learn.bea': 'Bea',
  'learn.cal': 'Cal',
  'learn.dot': 'Dot',
  'learn.end.rules': 'Read all the rules',
});
