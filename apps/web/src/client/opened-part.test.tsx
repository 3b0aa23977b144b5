// @vitest-environment happy-dom
import { Toasts } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { openedPart } from './opened-part.tsx';

it('says without a network that it cannot be opened, opens nothing by itself, and opens with the next press', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Sheet = () => <p>the sheet</p>;
  const load = vi.fn<() => Promise<{ Sheet: typeof Sheet }>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValue({ Sheet });
  const Part = openedPart(load, 'Sheet');
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <I18nProvider i18n={i18n}>
        <button type="button" onClick={() => setOpen(true)}>
          open
        </button>
        <Toasts label="Notices" closeLabel="Close" />
        <Suspense fallback={null}>{isOpen && <Part onClose={() => setOpen(false)} />}</Suspense>
      </I18nProvider>
    );
  }
  createRoot(document.body).render(<Page />);
  const press = () => vi.waitUntil(() => document.querySelector('button')).then((button) => button.click());
  const text = () => document.body.textContent;
  await press();
  await expect.poll(text).toContain('You are offline. Open this again once you are connected.');
  dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(1);
  expect(text()).not.toContain('the sheet');
  await press();
  await expect.poll(text).toContain('the sheet');
});
