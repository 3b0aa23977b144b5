import { describe, expect, it } from 'vitest';
import { chooseLocale, languageCookie, languageFromCookie } from './language.ts';

const nowhere = { domain_language: '', geoip_country: null, geoip_selected_country: null };

describe('the language of a visit', () => {
  it('S4-060 follows the first two letters of domain_language when no cookie is set', () => {
    expect(chooseLocale(undefined, { ...nowhere, domain_language: 'nl-NL' })).toBe('nl');
    expect(chooseLocale(undefined, { ...nowhere, domain_language: 'sv-SE' })).toBe('en');
  });

  it('S4-061 keeps to the cookie whatever domain_language says', () => {
    expect(chooseLocale('de', { ...nowhere, domain_language: 'nl' })).toBe('de');
  });

  it('then is the first one offered in the country, the chosen country before the guessed one', () => {
    expect(chooseLocale(undefined, { ...nowhere, geoip_country: 'PL' })).toBe('pl');
    expect(chooseLocale(undefined, { ...nowhere, geoip_country: 'PL', geoip_selected_country: 'CH' })).toBe(
      'de',
    );
  });

  it('S9-033 is English where nothing else is known', () => {
    expect(chooseLocale(undefined, nowhere)).toBe('en');
    expect(chooseLocale(undefined, undefined)).toBe('en');
    expect(chooseLocale(undefined, { ...nowhere, geoip_country: 'JP' })).toBe('en');
  });
});

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
    expect(languageFromCookie('')).toBeUndefined();
  });
});
