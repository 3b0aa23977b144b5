import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** What a visitor's first paint shows; its words come with it, those of the other screens with the first of these. */
const frame = ['app', 'client', 'features/pages', 'features/site'].map(
  (folder) => `<rootDir>/apps/web/src/${folder}`,
);

/**
 * Four catalogs per language: `frame` and `web` (screens, from macros), `errors` (every refusal, used by screens and
 * server) and `server` (mails, push, words the server writes). Line numbers are left out, so that moving code changes no catalog.
 */
export default defineConfig({
  rootDir: new URL('../..', import.meta.url).pathname,
  sourceLocale: 'en',
  locales: ['en', 'nl', 'de', 'es', 'fr', 'it', 'pl'],
  fallbackLocales: { default: 'en' },
  orderBy: 'origin',
  format: formatter({ lineNumbers: false }),
  catalogs: [
    { path: '<rootDir>/packages/i18n/locales/{locale}/frame', include: frame, exclude: ['**/*.test.*'] },
    {
      path: '<rootDir>/packages/i18n/locales/{locale}/web',
      include: ['<rootDir>/apps/web/src'],
      exclude: [...frame.map((folder) => `${folder}/**`), '**/*.test.*'],
    },
    {
      path: '<rootDir>/packages/i18n/locales/{locale}/errors',
      include: ['<rootDir>/packages/i18n/src/error-texts.ts'],
    },
    {
      path: '<rootDir>/packages/i18n/locales/{locale}/server',
      include: ['<rootDir>/packages/i18n/src'],
      exclude: ['**/error-texts.ts', '**/*.test.*'],
    },
  ],
});
