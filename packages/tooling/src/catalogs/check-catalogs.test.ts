import { describe, expect, it } from 'vitest';
import { plantFiles } from '../plant-files.ts';
import { checkCatalogs } from './check-catalogs.ts';
import { spacedInFrench } from './french-spacing.ts';
import { placeholdersOf } from './placeholders.ts';

const po = (entries: Record<string, string>) =>
  Object.entries(entries)
    .map(([id, text]) => `msgid "${id}"\nmsgstr "${text}"\n`)
    .join('\n');

const SOURCE = `
import { msg } from '@lingui/core/macro';
export const texts = (name: string) => [msg\`Hello\`, msg\`Hi \${name}\`];
`;

/** The problems of a house with the texts "Hello" and "Hi {name}", whose one other catalog is the given one. */
async function problemsOf(translated: Record<string, string>, locale = 'nl'): Promise<string[]> {
  await using repository = await plantFiles({
    'lingui.config.js': `export default {
      sourceLocale: 'en',
      locales: ['en', '${locale}'],
      catalogs: [{ path: '<rootDir>/locales/{locale}/web', include: ['<rootDir>/src'] }],
    };`,
    'package.json': '{"type":"module"}',
    'src/texts.ts': SOURCE,
    'locales/en/web.po': po({ Hello: 'Hello', 'Hi {name}': 'Hi {name}' }),
    [`locales/${locale}/web.po`]: po(translated),
  });
  const { messageCount, problems } = await checkCatalogs(repository.root);
  expect(messageCount).toBe(2);
  return problems.map((problem) => problem.replace(`locales/${locale}/web.po `, ''));
}

const COMPLETE = { Hello: 'Hallo', 'Hi {name}': 'Hoi {name}' };

describe('the check of the catalogs', () => {
  it('passes when every text is translated', async () => {
    expect(await problemsOf(COMPLETE)).toEqual([]);
  });

  it('finds a text that was not extracted', async () => {
    expect(await problemsOf({ Hello: 'Hallo' })).toEqual(['lacks "Hi {name}": run npm run i18n:extract']);
  });

  it('finds a missing translation', async () => {
    expect(await problemsOf({ ...COMPLETE, Hello: '' })).toEqual(['has no translation of "Hello"']);
  });

  it('finds a text that nothing uses any more', async () => {
    expect(await problemsOf({ ...COMPLETE, Bye: 'Dag' })).toEqual([
      'keeps "Bye", which nothing uses: run npm run i18n:extract',
    ]);
  });

  it('finds a translation that lost a name, and one that no reader can parse', async () => {
    expect(await problemsOf({ ...COMPLETE, 'Hi {name}': 'Hoi {naam}' })).toEqual([
      'needs {name} but has {naam} in "Hoi {naam}"',
    ]);
    expect(await problemsOf({ ...COMPLETE, Hello: 'Hallo {naam' })).toEqual([
      expect.stringMatching(/^has no valid message in "Hallo {naam"/),
    ]);
  });

  it('holds French, and French alone, to its hard spaces', async () => {
    const breaking = { Hello: 'Bonjour !', 'Hi {name}': 'Salut {name}' };
    expect(await problemsOf(breaking, 'fr')).toEqual([
      'needs hard spaces (french-spacing.ts) in "Bonjour !"',
    ]);
    expect(await problemsOf({ ...breaking, Hello: 'Bonjour\u202F!' }, 'fr')).toEqual([]);
    expect(await problemsOf(breaking)).toEqual([]);
  });
});

it('sets the spaces of French where a breaking one or none stood, and nowhere else', () => {
  const spaced = (text: string) => spacedInFrench(text).replaceAll('\u202F', '_').replaceAll('\u00A0', '~');
  expect(spaced('{who} : « {what} », ça va ? Oui!')).toBe('{who}~: «~{what}~», ça va_? Oui_!');
  expect(spaced('{percent} % de 10:30 à 11:00 : oui ; non')).toBe('{percent}~% de 10:30 à 11:00~: oui_; non');
  expect(spaced('{n, plural, offset:1 one {# pas ! } other {# pas ?}}')).toBe(
    '{n, plural, offset:1 one {# pas_! } other {# pas_?}}',
  );
  expect(spaced('Touches (?, /) : https://heartline.example')).toBe(
    'Touches (?, /)~: https://heartline.example',
  );
  const text = spacedInFrench('« {a} » : quoi ?!');
  expect(spacedInFrench(text)).toBe(text);
});

it('reads placeholders out of plurals, dates and tags', () => {
  expect(
    placeholdersOf('{n, plural, offset:1 =0 {no one} one {# of {who}} other {# on {at, date}}}'),
  ).toEqual(['at', 'n', 'who']);
  expect(placeholdersOf('<0>Buy</0> for {price}<br/>')).toEqual(['<0>', '<br>', 'price']);
  expect(placeholdersOf('Plain')).toEqual([]);
});
