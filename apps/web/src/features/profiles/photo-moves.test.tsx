// @vitest-environment happy-dom
import type { OwnPhoto } from '@heartline/contracts';
import { showToast, Toasts } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { usePhotoMoves } from './photo-moves.ts';

const pictures = ['a', 'b'].map((id) => ({ id }) as OwnPhoto);

function Host() {
  const { shown, remove } = usePhotoMoves(pictures);
  return (
    <button type="button" onClick={() => void remove('b')}>
      {shown.map(({ id }) => id).join(' ')}
    </button>
  );
}

it('a photo that could not be deleted stands again, and nothing says that it is gone', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.user, { user: { id: 'ada', profile: {} } });
  let refuse = () => {};
  vi.stubGlobal('fetch', () => new Promise((_resolve, reject) => (refuse = () => reject(new TypeError()))));
  createRoot(document.body).render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <Host />
        <Toasts label="Notices" closeLabel="Close" />
      </I18nProvider>
    </QueryClientProvider>,
  );
  const button = () => document.querySelector('button');
  const notices = () => [...document.querySelectorAll('[role=alertdialog]')].map((one) => one.textContent);
  (await vi.waitUntil(button)).click();
  await expect.poll(() => button()?.textContent).toBe('a');
  refuse();
  await expect.poll(() => button()?.textContent).toBe('a b');
  // Whatever else was said stands there once a later word does.
  await expect.poll(() => notices().length).toBeGreaterThan(0);
  await showToast({ title: 'Later', isSticky: true });
  await expect.poll(() => notices().join()).toContain('Later');
  expect(notices().join()).not.toContain('deleted');
});
