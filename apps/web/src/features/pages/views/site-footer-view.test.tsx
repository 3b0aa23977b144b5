import { DEFAULT_COMPANY, DEFAULT_SETTINGS } from '@heartline/contracts';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SiteFooterView } from './site-footer-view.tsx';

it('renders without a browser, in the language of its provider', () => {
  const i18n = setupI18n({ locale: 'nl', messages: { nl: {} } });
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <SiteFooterView
        settings={{ ...DEFAULT_SETTINGS, us_footer: true }}
        company={{ ...DEFAULT_COMPANY, name: 'Heartline BV', kvk: '12345678' }}
        isSignedIn={false}
        isIndex={true}
        isInstalledApp={false}
      />
    </I18nProvider>,
  );
  expect(html).toContain('href="/pages/terms"');
  expect(html).toContain('Heartline BV');
  expect(html).not.toContain('United States');
});
