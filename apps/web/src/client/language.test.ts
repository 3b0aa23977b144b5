import { describe, expect, it } from 'vitest';
import { languageCookie, languageFromCookie } from './language.ts';

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
