import { type ErrorCode, type ErrorValues, LOCALES, type Locale } from '@heartline/contracts';
import { type I18n, type MessageDescriptor, type Messages, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { ERROR_TEXTS, say } from './error-texts.ts';
import { readTexts } from './read-texts.ts';

export { COOKIE_KINDS, COOKIE_TEXTS, PAGE_BLOCK_TEXTS } from './page-block-texts.ts';
export { readTexts } from './read-texts.ts';
export * from './regions/index.ts';

async function readCatalog(locale: Locale, name: 'errors' | 'server'): Promise<Messages> {
  const texts = await readTexts(locale, name);
  return Object.fromEntries([...texts].map(([id, text]) => [id, compileMessage(text)]));
}

async function loadLocale(locale: Locale): Promise<[Locale, I18n]> {
  const catalogs = await Promise.all([readCatalog(locale, 'errors'), readCatalog(locale, 'server')]);
  const messages: Messages = { ...catalogs[0], ...catalogs[1] };
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  i18n.setMessagesCompiler(compileMessage);
  return [locale, i18n];
}

/** All seven languages, loaded once at start-up. */
const byLocale = new Map(await Promise.all(LOCALES.map(loadLocale)));

/** The server's texts in one language: `serverI18n(locale)._(descriptor with values)`. */
export function serverI18n(locale: Locale): I18n {
  const i18n = byLocale.get(locale);
  if (!i18n) throw new Error(`No catalog for locale ${locale}`);
  return i18n;
}

/** One text in one language. */
export function serverText(locale: Locale, text: MessageDescriptor, values: ErrorValues = {}): string {
  return say(serverI18n(locale), text, values);
}

/** The text of a refusal in the caller's language. */
export function errorText(locale: Locale, code: ErrorCode, values: ErrorValues = {}): string {
  return serverText(locale, ERROR_TEXTS[code], values);
}
