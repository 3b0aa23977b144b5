import { describe, expect, it } from 'vitest';
import { languageCookie, languageFromCookie, regionalLocale } from './language.ts';

describe('the language cookie', () => {
  it('S9-030 is named i18n_redirected', () => {
    expect(languageCookie('fr')).toMatch(/^i18n_redirected=fr;/);
    expect(languageFromCookie('a=b; i18n_redirected=it; c=d')).toBe('it');
  });

  it('S9-031 lasts 365 days', () => {
    expect(languageCookie('fr')).toContain(`; Max-Age=${365 * 24 * 60 * 60};`);
  });

  it('with an unknown language counts as none', () => {
    expect(languageFromCookie('i18n_redirected=xx')).toBeUndefined();
    expect(languageFromCookie('i18n_redirected=nlx')).toBeUndefined();
    expect(languageFromCookie('')).toBeUndefined();
  });
});

describe('how times and numbers are written', () => {
  it('follows the region the browser names for the language of the page', () => {
    expect(regionalLocale('en', ['nl-NL', 'en-GB', 'en-US', 'en'])).toBe('en-GB');
    expect(regionalLocale('de', ['de-AT', 'de'])).toBe('de-AT');
    const half = new Date(2026, 7, 3, 14, 5);
    const time = (locale: string) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(half);
    expect(time(regionalLocale('en', ['en-GB']))).toBe('14:05');
  });

  it('has none of another language, nor of one whose name only begins alike', () => {
    expect(regionalLocale('de', ['en-GB', 'nl'])).toBe('de');
    expect(regionalLocale('en', [])).toBe('en');
    expect(regionalLocale('es', ['est-EE', 'es'])).toBe('es');
  });
});
