import type { I18n } from '@lingui/core';

/** The `Intl` locale of this page's times, dates, numbers and money (`regionalLocale`). */
export function formatLocale({ locale, locales }: I18n): string {
  return typeof locales === 'string' ? locales : locale;
}
