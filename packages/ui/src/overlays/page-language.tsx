import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';

/**
 * Sets language and direction of the component library to those of the page, which the member chose, not to the
 * browser's. The library has texts of its own, such as the hidden close button of a dialog.
 */
export function PageLanguage({ children }: { children: ReactNode }) {
  return <I18nProvider locale={document.documentElement.lang || 'en'}>{children}</I18nProvider>;
}
