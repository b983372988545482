// Words of the table page and its boards.
export const table = {} as const;
