import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

const landers = '<rootDir>/apps/web/src/features/pages/landers';

/** Folders of a visitor's first paint. Their texts load with it; all other texts load with the first further screen. */
const frame = ['app', 'client', 'features/pages', 'features/site'].map(
  (folder) => `<rootDir>/apps/web/src/${folder}`,
);

/**
 * Catalogs for each language. Line numbers are left out, so moved code changes no catalog.
 *
 * - `frame` and `web`: texts of screens, from macros.
 * - `landers`: landing pages, whose visitors load neither.
 * - `errors`: the text of every refusal, for screens and server.
 * - `server`: mails, push and other texts of the server. The rules are in `web` as well.
 */
export default defineConfig({
  rootDir: new URL('../..', import.meta.url).pathname,
  sourceLocale: 'en',
  locales: ['en', 'nl', 'de', 'es', 'fr', 'it', 'pl'],
  fallbackLocales: { default: 'en' },
  orderBy: 'origin',
  format: formatter({ lineNumbers: false }),
  catalogs: [
    {
      path: '<rootDir>/packages/i18n/locales/{locale}/frame',
      include: frame,
      exclude: [`${landers}/**`, '**/*.test.*'],
    },
    {
      path: '<rootDir>/packages/i18n/locales/{locale}/landers',
      include: [landers],
      exclude: ['**/*.test.*'],
    },
    {
      path: '<rootDir>/packages/i18n/locales/{locale}/web',
      include: ['<rootDir>/apps/web/src', '<rootDir>/packages/i18n/src/rule-texts.ts'],
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
