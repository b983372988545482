// The shuffle that can be checked, as a table speaks of it; the rest stands with its dialog.
export const fair = {
  'fair.cards': { one: '1 card checked', other: '{n} cards checked' },
  'fair.wrong': 'The shuffle doesn’t add up',
  'fair.title': 'Nobody chose these cards',
} as const;
