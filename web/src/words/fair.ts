// Words of the table about its verifiable shuffle. The words of the dialog are in the folder `fair`.
export const fair = {
  'fair.cards': { one: '1 card checked', other: '{n} cards checked' },
  'fair.wrong': 'The shuffle doesn’t add up',
  'fair.title': 'Is the shuffle fair?',
  'fair.wrong.at': 'Something about the shuffle doesn’t add up. It may be a fault in the program, or somebody may be cheating.',
  'fair.wrong.see': 'See what’s wrong',
  'fair.open': 'When the game is over, show every card of every deck',
  'fair.open.told': 'When the game is over, every card of every deck is shown here.',
  'fair.check': 'Check saved shuffles',
} as const;
