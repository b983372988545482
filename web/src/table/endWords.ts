// The words for a game that is over.
import { words } from '../words';

export const t = words({
  'over.place': { ordinal: true, one: '{n}st', two: '{n}nd', few: '{n}rd', other: '{n}th' },
  'over.level': 'All level',
  'over.rest': 'The other places',
  'over.best': 'Your best deal',
  'over.only': 'Your deal',
  'over.worst': 'Your hardest deal',
  'over.watch': 'Watch deal {n} again',
  'over.from': 'Counted from deal {n} on; this page knows nothing earlier.',
  'over.last_deal': 'The last deal',
  'over.kind': 'Well played. The next game starts level.',
  'over.share': 'Share the result',
  'over.share.deal.text': 'Whoever has the link sees the last finished deal as somebody watching saw it, and no other cards.',
});
