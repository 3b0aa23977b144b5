import type { Locale } from '@heartline/contracts';
import type { Messages } from '@lingui/core';

type Catalog = { messages: Messages };

/** One chunk for each language: a browser loads only the one it shows. */
const FRAMES: Record<Locale, () => Promise<Catalog>> = {
  en: () => import('../locales/en/frame.po'),
  nl: () => import('../locales/nl/frame.po'),
  de: () => import('../locales/de/frame.po'),
  es: () => import('../locales/es/frame.po'),
  fr: () => import('../locales/fr/frame.po'),
  it: () => import('../locales/it/frame.po'),
  pl: () => import('../locales/pl/frame.po'),
};

const SCREENS: Record<Locale, () => Promise<[Catalog, Catalog]>> = {
  en: () => Promise.all([import('../locales/en/web.po'), import('../locales/en/errors.po')]),
  nl: () => Promise.all([import('../locales/nl/web.po'), import('../locales/nl/errors.po')]),
  de: () => Promise.all([import('../locales/de/web.po'), import('../locales/de/errors.po')]),
  es: () => Promise.all([import('../locales/es/web.po'), import('../locales/es/errors.po')]),
  fr: () => Promise.all([import('../locales/fr/web.po'), import('../locales/fr/errors.po')]),
  it: () => Promise.all([import('../locales/it/web.po'), import('../locales/it/errors.po')]),
  pl: () => Promise.all([import('../locales/pl/web.po'), import('../locales/pl/errors.po')]),
};

const LANDERS: Record<Locale, () => Promise<Catalog>> = {
  en: () => import('../locales/en/landers.po'),
  nl: () => import('../locales/nl/landers.po'),
  de: () => import('../locales/de/landers.po'),
  es: () => import('../locales/es/landers.po'),
  fr: () => import('../locales/fr/landers.po'),
  it: () => import('../locales/it/landers.po'),
  pl: () => import('../locales/pl/landers.po'),
};

/** Texts of the frame and of a visitor's first page, compiled at build time. */
export async function loadFrameMessages(locale: Locale): Promise<Messages> {
  return (await FRAMES[locale]()).messages;
}

/** Texts of landing pages. */
export async function loadLanderMessages(locale: Locale): Promise<Messages> {
  return (await LANDERS[locale]()).messages;
}

/** Texts of all other screens and of every refusal. */
export async function loadScreenMessages(locale: Locale): Promise<Messages> {
  const [web, errors] = await SCREENS[locale]();
  return { ...web.messages, ...errors.messages };
}
