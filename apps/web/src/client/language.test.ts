import { i18n } from '@lingui/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  changeLanguage,
  languageCookie,
  languageFromCookie,
  showLanguage,
  wantScreenTexts,
} from './language.ts';
import { keys, queryClient } from './query.ts';

/** Catalogs by part and language, pending until the test resolves them. */
const { arrive, wordsOf } = vi.hoisted(() => {
  const onTheWay = new Map<string, PromiseWithResolvers<void>>();
  const at = (name: string) => {
    const one = onTheWay.get(name) ?? Promise.withResolvers<void>();
    onTheWay.set(name, one);
    return one;
  };
  return {
    arrive: (part: string, locale: string) => at(`${part} ${locale}`).resolve(),
    wordsOf: (part: string) => async (locale: string) => {
      await at(`${part} ${locale}`).promise;
      return { [part]: locale };
    },
  };
});
vi.mock('@heartline/i18n/web', () => ({
  loadFrameMessages: wordsOf('frame'),
  loadLanderMessages: wordsOf('landers'),
  loadScreenMessages: wordsOf('screens'),
}));

describe('a language chosen while another loads', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { languages: [] });
    vi.stubGlobal('document', { documentElement: {} });
  });

  const come = async (part: string, locale: string) => {
    arrive(part, locale);
    await new Promise((resolve) => setTimeout(resolve));
  };

  it('stays whatever loads last, and loads the texts of the screens too', async () => {
    const shown = [showLanguage('pl'), wantScreenTexts(), showLanguage('de')];
    await come('frame', 'de');
    await come('screens', 'pl');
    await come('frame', 'pl');
    await come('screens', 'de');
    await Promise.all(shown);
    expect(i18n.locale).toBe('de');
    expect(i18n.messages).toMatchObject({ frame: 'de', screens: 'de' });
    vi.unstubAllGlobals();
  });

  it('is stored and sent, even when the earlier one loads later', async () => {
    const sent: unknown[] = [];
    vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} });
    vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return Response.json({});
    });
    queryClient.setQueryData(keys.user, { user: { id: 'me', language: 'en' } });
    const changed = [changeLanguage('it'), changeLanguage('fr')];
    for (const locale of ['fr', 'it']) {
      await come('frame', locale);
      await come('screens', locale);
    }
    await Promise.all(changed);
    expect(document.cookie).toContain('=fr;');
    expect(sent).toEqual([{ language: 'fr' }]);
    expect(queryClient.getQueryData(keys.user)).toMatchObject({ user: { language: 'fr' } });
    queryClient.clear();
    vi.unstubAllGlobals();
  });
});

describe('the language cookie', () => {
  it('is named i18n_redirected [S9-030]', () => {
    expect(languageCookie('fr')).toMatch(/^i18n_redirected=fr;/);
    expect(languageFromCookie('a=b; i18n_redirected=it; c=d')).toBe('it');
  });

  it('lasts 365 days [S9-031]', () => {
    expect(languageCookie('fr')).toContain(`; Max-Age=${365 * 24 * 60 * 60};`);
  });

  it('with an unknown language counts as none', () => {
    expect(languageFromCookie('i18n_redirected=xx')).toBeUndefined();
    expect(languageFromCookie('i18n_redirected=nlx')).toBeUndefined();
    expect(languageFromCookie('')).toBeUndefined();
  });
});
