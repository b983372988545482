import { words } from '../../../words';

export const t = words({ 'brag.score': 'Chips' });
