// What the first page says at once. It stands in its HTML too (vite.config.ts), so that it is read while the program is fetched.
import { front } from '../boards';
import type { Front } from '../boards/manifest';
import { t } from '../words';

export const first = (): Front => front?.says() ?? { page: t('home.title'), heading: t('home.heading'), text: t('home.text') };
