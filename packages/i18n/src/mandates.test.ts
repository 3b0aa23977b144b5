import { createHash } from 'node:crypto';
import { LOCALES } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { MANDATE_VERSION, MANDATE_VERSIONS, type MandateValues, mandateText } from './mandates.ts';

const VALUES: MandateValues = {
  creditor: { name: 'Heart & $& Line B.V.', identifier: 'NL08ZZZ502057730000' },
  reference: 'HL66b1c0ffee0000000000cafe',
  ibanEnd: '0189',
  holder: 'M. Smit',
  signedOn: '28 Nov 2026',
};

/** A signed text is evidence. Do not change a row: add a version. */
const PRINTS: Readonly<Record<string, string>> = {
  '2026-11': 'ad73c0aec675844d',
};

/** Eight weeks, and one day, as each language writes them. */
const TERMS = {
  en: ['8 weeks', 'one day'],
  de: ['acht Wochen', 'einen Tag'],
  nl: ['acht weken', 'één dag'],
  fr: ['8 semaines', 'un jour'],
  it: ['8 settimane', 'un giorno'],
  es: ['ocho semanas', 'un día'],
  pl: ['8 tygodni', 'jeden dzień'],
} as const;

it('never changes the words of a version', () => {
  const prints = MANDATE_VERSIONS.map((version) => {
    const texts = LOCALES.map((locale) => [locale, mandateText(locale, version, VALUES)]);
    return [version, createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)];
  });
  expect(Object.fromEntries(prints)).toEqual(PRINTS);
  expect(MANDATE_VERSIONS).toContain(MANDATE_VERSION);
});

it('refuses a version that never was with a sentence', () => {
  expect(() => mandateText('en', '1999-01', VALUES)).toThrow('the versions are 2026-11');
});

describe.each(LOCALES)('the mandate in %s', (locale) => {
  const { title, facts, paragraphs } = mandateText(locale, MANDATE_VERSION, VALUES);
  const [authorisation = '', refund, notice] = paragraphs;

  it('names creditor, identifier, reference, holder, account and day', () => {
    const values = facts.map(({ value }) => value);
    const { creditor, reference, holder, signedOn } = VALUES;
    expect(values.slice(0, 5)).toEqual([creditor.name, creditor.identifier, reference, holder, '•••• 0189']);
    expect(values).toContain(signedOn);
    expect(new Set(facts.map(({ label }) => label)).size).toBe(facts.length);
  });

  it('authorises the creditor and the bank, with the refund right and the notice', () => {
    expect(authorisation.split(VALUES.creditor.name)).toHaveLength(3);
    expect(refund).toContain(TERMS[locale][0]);
    expect(notice).toContain(TERMS[locale][1]);
    expect([title, ...paragraphs].join()).not.toMatch(/[{}]|undefined|\.\./);
  });

  it('leaves out holder and day where they are not known', () => {
    const { creditor, reference, ibanEnd } = VALUES;
    const unsigned = mandateText(locale, MANDATE_VERSION, { creditor, reference, ibanEnd });
    expect(unsigned.facts).toHaveLength(facts.length - 2);
  });
});

it('is a text of its own in each language', () => {
  const texts = LOCALES.map((locale) => mandateText(locale, MANDATE_VERSION, VALUES));
  expect(new Set(texts.map(({ title }) => title)).size).toBe(LOCALES.length);
  expect(new Set(texts.flatMap(({ paragraphs }) => paragraphs)).size).toBe(LOCALES.length * 4);
});
