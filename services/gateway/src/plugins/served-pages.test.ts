import { DEFAULT_COMPANY, DEFAULT_SETTINGS, type ServedFacts } from '@heartline/contracts';
import { describe, expect, it, vi } from 'vitest';
import { cacheBodies } from './served-pages.ts';

const FACTS: ServedFacts = {
  page: '/',
  path: '/',
  text: undefined,
  prices: undefined,
  lander: undefined,
  regions: [],
  locale: 'en',
  prefix: undefined,
  formatLocale: 'en-NL',
  settings: { ...DEFAULT_SETTINGS, geoip_country: null, geoip_selected_country: null, push_public_key: '' },
  company: DEFAULT_COMPANY,
  title: 'Home',
  email: '',
  languages: [],
};

describe('the cache of served bodies', () => {
  const cacheOf = (most: number) => {
    const render = vi.fn<(facts: ServedFacts) => string>(
      ({ locale, settings }) => `${locale} ${settings.name}`,
    );
    return { render, pages: cacheBodies(render, most) };
  };

  it('renders the same facts once, and changed settings again', () => {
    const { render, pages } = cacheOf(10);
    expect(pages.bodyOf(FACTS)).toBe('en Heartline');
    expect(pages.bodyOf({ ...FACTS })).toBe('en Heartline');
    expect(render).toHaveBeenCalledTimes(1);
    expect(pages.bodyOf({ ...FACTS, settings: { ...FACTS.settings, name: 'Amora' } })).toBe('en Amora');
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('drops the body that was asked for longest ago', () => {
    const { render, pages } = cacheOf(2);
    for (const locale of ['en', 'de', 'en', 'pl', 'en'] as const) pages.bodyOf({ ...FACTS, locale });
    expect(render).toHaveBeenCalledTimes(3);
    pages.bodyOf({ ...FACTS, locale: 'de' });
    expect(render).toHaveBeenCalledTimes(4);
  });

  it('stores no page with the address of a visitor', () => {
    const { render, pages } = cacheOf(10);
    pages.bodyOf({ ...FACTS, email: 'mara@example.org' });
    pages.bodyOf({ ...FACTS, email: 'mara@example.org' });
    expect(render).toHaveBeenCalledTimes(2);
  });
});
