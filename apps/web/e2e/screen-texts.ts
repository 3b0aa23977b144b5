import type { Locale } from '@heartline/contracts';
import { readTexts } from '@heartline/i18n/server';
import type { Page } from 'playwright-core';

/** The words of the screens in one language, beside the English ones they translate. */
export interface ScreenTexts {
  /** Translates an English text without placeholders. Throws if no catalog has it. */
  translate(english: string): string;
  /** Texts on the screen that are still English, or that are a message key. */
  untranslatedOn(page: Page): Promise<string[]>;
}

/** Reads the catalogs of the web app. */
export async function readScreenTexts(locale: Locale): Promise<ScreenTexts> {
  const [english, own] = await Promise.all([readScreens('en'), readScreens(locale)]);
  const leftovers = [...english]
    .filter(([id, text]) => own.get(id) !== text && isCheckable(text))
    .map(([, text]) => patternOf(text));
  const known = [...own.values()].filter(isCheckable).map(patternOf);
  const isForeign = (text: string) =>
    leftovers.some((pattern) => pattern.test(text)) && !known.some((pattern) => pattern.test(text));
  return {
    translate(text) {
      const id = [...english].find(([, source]) => source === text)?.[0];
      const translation = id === undefined ? undefined : own.get(id);
      if (translation === undefined) throw new Error(`no catalog says "${text}" in ${locale}`);
      return translation;
    },
    untranslatedOn: async (page) =>
      (await textsOn(page)).filter((text) => RAW_KEY.test(text) || (locale !== 'en' && isForeign(text))),
  };
}

const RAW_KEY = /^[a-z_]+(\.[a-zA-Z_]+)+$/;

async function readScreens(locale: Locale): Promise<Map<string, string>> {
  const [frame, web] = await Promise.all([readTexts(locale, 'frame'), readTexts(locale, 'web')]);
  return new Map([...frame, ...web]);
}

/** Not plurals, which are checked by the texts around them, nor texts that are nearly all placeholder. */
function isCheckable(text: string): boolean {
  return !/\{\w+, /.test(text) && text.replace(/\{\w+\}|<\/?\d+\/?>/g, '').replace(/\W/g, '').length > 2;
}

function patternOf(text: string): RegExp {
  const parts = text.replace(/<\/?\d+\/?>/g, '').split(/\{\w+\}/);
  return new RegExp(`^${parts.map((part) => RegExp.escape(part.replace(/\s+/g, ' '))).join('.+')}$`);
}

/** Every visible or announced text, one per element. */
function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = new Set<string>();
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility() || element.closest('script, style, option')) continue;
      const attributes = ['aria-label', 'placeholder', 'title', 'alt'].map((name) =>
        element.getAttribute(name),
      );
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      for (const text of [...attributes, hasText ? element.textContent : null]) {
        const trimmed = text?.replace(/\s+/g, ' ').trim();
        if (trimmed) texts.add(trimmed);
      }
    }
    return [...texts];
  });
}
