/** Forms and questions of a table's page; one is open at a time. */
export type Ask = 'seats' | 'rules' | 'invite' | 'propose' | 'change' | 'share' | 'fair' | 'close' | 'leave';
