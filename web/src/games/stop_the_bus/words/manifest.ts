import { words } from '../../../words';

export const t = words({ 'bus.score': 'Tokens' });
