import { words } from '../../../words';

export const t = words({
  'learn.brag.title': 'Learn Brag',
  'learn.brag.deal.title': 'Three cards, and a pot',
  'learn.brag.deal.text':
    'Everybody puts a chip into the pot, the ante, and gets three cards face down. The pot goes to the best hand, or to the last player left.',
  'learn.brag.deal.more':
    'From the dealer’s left, each in turn bets or folds. Staying in is never free: you put chips in, every time.',
  'learn.brag.bet.title': 'Bet as much, or fold',
  'learn.brag.bet.text':
    'You bet at least as many chips as the player before you. You may bet more, and then the next player must bet at least that, or fold.',
  'learn.brag.bet.quiz': 'Bea has bet 3 chips. What may you do?',
  'learn.brag.bet.two': 'Bet 2 chips',
  'learn.brag.bet.two.says': 'That is too little: 3 is the least, after Bea’s 3.',
  'learn.brag.bet.five': 'Bet 5 chips',
  'learn.brag.bet.five.says': 'Right: and now 5 is the least that the next player may bet.',
  'learn.brag.bet.nothing': 'Stay in and pay nothing',
  'learn.brag.bet.nothing.says': 'In Brag nobody stays in for nothing: bet, or fold.',
  'learn.brag.blind.title': 'Blind',
  'learn.brag.blind.text':
    'Your cards lie face down until you look. As long as you haven’t, you are blind: you pay half, and to stay in, players who have looked must pay double what you paid.',
  'learn.brag.blind.more':
    'If all others fold to a blind player, the pot stays for the next deal, and the blind hand may be kept beside the new one.',
  'learn.brag.blind.quiz': 'The last bet was 4, and you are blind. What is the least for you?',
  'learn.brag.blind.4': '4 chips',
  'learn.brag.blind.4.says': 'Blind you pay half.',
  'learn.brag.blind.2': '2 chips',
  'learn.brag.blind.2.says': 'Right: 2 of yours count as 4.',
  'learn.brag.see.title': 'Seeing',
  'learn.brag.see.text':
    'When two are left, either may pay twice the last bet to see. The player who is seen shows first; the one who paid shows only a better hand.',
  'learn.brag.see.more': 'Nobody who has looked can see a blind player: it is bet or fold then.',
  'learn.brag.see.quiz': 'You pay to see Bea, and the hands are level. Who takes the pot?',
  'learn.brag.see.you': 'You do',
  'learn.brag.see.you.says': 'Whoever pays to see loses a tie.',
  'learn.brag.see.bea': 'Bea does',
  'learn.brag.see.bea.says': 'Right: the payer loses a tie.',
  'learn.brag.see.share': 'You share it',
  'learn.brag.see.share.says': 'There is no sharing here: the payer loses a tie.',
  'learn.brag.end.title': 'Out of chips, but still in',
  'learn.brag.end.text':
    'Whoever can’t pay the bet puts the last chips in and covers the pot: the others go on betting for a new one beside it.',
  'learn.brag.end.more':
    'That is Brag. There are tables with four or five cards, with wild cards, and with other customs; each table’s rules say which.',
});
