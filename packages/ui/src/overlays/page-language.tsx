import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';

/**
 * The library's own words (the button that closes a dialog for who only hears it) and its direction are those of the page,
 * which the member chose, and not of the browser.
 */
export function PageLanguage({ children }: { children: ReactNode }) {
  return <I18nProvider locale={document.documentElement.lang || 'en'}>{children}</I18nProvider>;
}
