// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { useTimes } from './times.ts';

const home = process.env.TZ;
afterEach(() => {
  process.env.TZ = home;
});

it('a page that stays open over a journey writes times and days of where the member is now', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const at = Date.UTC(2026, 5, 1, 23, 30);
  const Written = () => {
    const times = useTimes();
    return `${times.day(at, at + 400 * 86_400_000)}, ${times.time(at)}`;
  };
  const root = createRoot(document.body);
  const written = async (zone: string) => {
    process.env.TZ = zone;
    await act(async () =>
      root.render(
        <I18nProvider i18n={i18n} key={zone}>
          <Written />
        </I18nProvider>,
      ),
    );
    return document.body.textContent?.replace(/\s/g, ' ');
  };
  expect(await written('Europe/Warsaw')).toBe('June 2, 2026, 1:30 AM');
  expect(await written('America/New_York')).toBe('June 1, 2026, 7:30 PM');
  await act(async () => root.unmount());
});
