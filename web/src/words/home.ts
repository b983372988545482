// Words of every page but the table's.
export const home = {
  'app.name': 'Prial',
  'app.title': '{page} · Prial',
  'app.skip': 'Skip to the page',
  'app.nav': 'Pages',
  'app.wait': 'One moment…',
  'app.again': 'Try again',
  'app.offline': 'You are offline. This page catches up by itself when the line is back.',
  'app.broken': 'This page could not be loaded.',
  'error.offline': 'The server can’t be reached just now.',
  'error.server': 'The server stumbled over this. Please try again in a moment.',
  'me.names': 'Wren Robin Linnet Martin Rowan Hazel Finch Jay Merle Teal Lark Dale Heath Ash Briar Clover Fern Ivy Juniper Laurel Sorrel Tansy Wick Marten',
  'missing.title': 'Nothing on this table',
  'missing.text': 'There is no page at this address.',
  'missing.home': 'Back to the start',
} as const;
