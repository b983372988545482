import { words } from '../../../words';

export const t = words({ 'poker.score': 'Chips' });
