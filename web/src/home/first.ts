// The words of the first page. They are in its HTML too (vite.config.ts), so that people can read them while the program loads.
import { front } from '../boards';
import type { Front } from '../boards/manifest';
import { t } from '../words';

export const first = (): Front => front?.says() ?? { page: t('home.title'), heading: t('home.heading'), text: t('home.text') };
