// The words for a game that is over.
import { words } from '../words';

export const t = words({
  'over.place': { ordinal: true, one: '{n}st', two: '{n}nd', few: '{n}rd', other: '{n}th' },
  'over.level': 'All level',
  'over.rest': 'And then',
  'over.best': 'Your best deal',
  'over.only': 'Your deal',
  'over.worst': 'Your hardest deal',
  'over.watch': 'Watch deal {n} again',
  'over.from': 'Counted from deal {n} on, as far back as this page was told.',
  'over.last_deal': 'The last deal',
  'over.kind': 'Well played. The next game starts level.',
  'over.share': 'Share the result',
  'over.share.deal.text':
    'Whoever has the link sees what somebody without a seat saw of the last deal that is over, and no other card.',
});
