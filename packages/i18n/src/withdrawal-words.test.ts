import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, type Locale } from '@heartline/contracts';
import { expect, it } from 'vitest';

/** The words of the function and of its confirmation, from national law or the directive: see decision 063. */
const WORDS: Readonly<Record<Locale, readonly [withdraw: string, confirm: string]>> = {
  en: ['Withdraw from contract here', 'Confirm withdrawal'],
  de: ['Vertrag widerrufen', 'Widerruf bestätigen'],
  nl: ['Hier de overeenkomst herroepen', 'Herroeping bevestigen'],
  fr: ['Renoncer au contrat ici', 'Confirmer la rétractation'],
  it: ['Recedere dal contratto qui', 'Conferma recesso'],
  es: ['Desistir del contrato aquí', 'Confirmar desistimiento'],
  pl: ['Odstąp od umowy tutaj', 'Potwierdź odstąpienie od umowy'],
};

/** The text of a message in a catalog. */
function textOf(locale: Locale, catalog: string, message: string): string | undefined {
  const lines = readFileSync(join(import.meta.dirname, `../locales/${locale}/${catalog}.po`), 'utf8').split(
    '\n',
  );
  const at = lines.indexOf(`msgid ${JSON.stringify(message)}`);
  return at < 0 ? undefined : /^msgstr "(.+)"$/.exec(lines[at + 1] ?? '')?.[1];
}

it.each(LOCALES)('names the withdrawal in %s with the words of the law', (locale) => {
  const [withdraw, confirm] = WORDS[locale];
  const shown = [
    // The footer, the screens, and the head of the page without a login.
    textOf(locale, 'frame', 'Withdraw from contract here'),
    textOf(locale, 'web', 'Withdraw from contract here'),
    textOf(locale, 'server', 'page.withdraw.title'),
    textOf(locale, 'web', 'Confirm withdrawal'),
  ];
  expect(shown).toEqual([withdraw, withdraw, withdraw, confirm]);
});
