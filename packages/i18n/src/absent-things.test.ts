import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, type Locale } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';

const LOCALES_FOLDER = join(import.meta.dirname, '../locales');
const ROUTES_FOLDER = join(import.meta.dirname, '../../../apps/web/src/app/routes');

/** A feature that the product does not have, its name in each language, and the page that it will come with. */
interface Absent {
  thing: string;
  page: string;
  words: Record<Locale, RegExp>;
}

/** A row no longer applies once its page is a route. Until then no text may mention the feature. */
const ABSENT: readonly Absent[] = [
  {
    thing: 'a newsletter',
    page: '/newsletter',
    words: {
      en: /newsletter/i,
      nl: /nieuwsbrief/i,
      de: /newsletter/i,
      es: /bolet[ií]n|newsletter/i,
      fr: /newsletter|lettre d’information/i,
      it: /newsletter/i,
      pl: /newsletter|biuletyn/i,
    },
  },
];

const routes = readdirSync(ROUTES_FOLDER)
  .map((file) => readFileSync(join(ROUTES_FOLDER, file), 'utf8'))
  .join('\n');

/** Every translated text of a language. */
function textsOf(locale: Locale): string[] {
  const folder = join(LOCALES_FOLDER, locale);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.po'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .flatMap((line) => /^msgstr "(.+)"$/.exec(line)?.[1] ?? []);
}

describe.each(LOCALES)('the texts in %s', (locale) => {
  const texts = textsOf(locale);

  it('exist', () => expect(texts.length).toBeGreaterThan(1_000));

  it.each(ABSENT.filter(({ page }) => !routes.includes(`'${page}'`)))(
    'do not mention $thing',
    ({ words }) => {
      expect(texts.filter((text) => words[locale].test(text))).toEqual([]);
    },
  );
});
