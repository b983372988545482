import { words } from '../../../words';

export const t = words({
  'learn.bus.title': 'Learn Stop the Bus',
  'learn.bus.deal.title': 'Three cards, three tokens',
  'learn.bus.deal.text': 'Everybody has three tokens and gets three cards. Three more lie face up in the middle.',
  'learn.bus.deal.more':
    'At the end of a deal the worst hand pays a token. Whoever has no tokens left is out, and the last one in wins.',
  'learn.bus.swap.title': 'One card for another',
  'learn.bus.swap.text':
    'On your turn you take a card from the middle and put one of yours down in its place. You can’t pass, and everybody sees what you take.',
  'learn.bus.swap.quiz': 'You hold these. Which card from the middle do you take?',
  'learn.bus.swap.king': 'King of clubs',
  'learn.bus.swap.king.says': 'A pair of nines stays a pair of nines. There is something better.',
  'learn.bus.swap.nine': 'Nine of diamonds',
  'learn.bus.swap.nine.says': 'Right: put the four down, and you have a prial of nines.',
  'learn.bus.swap.two': 'Two of spades',
  'learn.bus.swap.two.says': 'That helps nobody. Look for a card that goes with yours.',
  'learn.bus.stop.title': 'Stop the bus!',
  'learn.bus.stop.text':
    'If you like your hand, stop the bus after your swap: at once, or while the next player is still thinking. Every other player then has exactly one more turn.',
  'learn.bus.stop.quiz': 'Then all hands are shown. Who pays a token?',
  'learn.bus.stop.bea': 'Bea: run, nine high',
  'learn.bus.stop.bea.says': 'A run is a fine hand. Look for the worst one.',
  'learn.bus.stop.cal': 'Cal: king high',
  'learn.bus.stop.cal.says': 'Right: Cal has no pair, so Cal pays.',
  'learn.bus.stop.you': 'You: pair of nines',
  'learn.bus.stop.you.says': 'A pair beats a mere high card.',
  'learn.bus.end.title': 'To the last token',
  'learn.bus.end.text': 'You needn’t hold the best hand, as long as it isn’t the worst. That is when to stop the bus.',
  'learn.bus.end.more': 'At some tables you may swap all three cards at once, and a prial costs the others more.',
});
