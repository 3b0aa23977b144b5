// @vitest-environment happy-dom
import type { Operator } from '@heartline/contracts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { OperatorPage } from './operator-page.tsx';
import { operatorQuery } from './operator-queries.ts';

const anna: Operator = { name: 'anna', expiresAt: 1 };

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

function open(): void {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const root = createRoot(document.body);
  onTestFinished(() => {
    root.unmount();
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <OperatorPage languageMenu={null} />
      </I18nProvider>
    </QueryClientProvider>,
  );
}

it('asks nobody to sign in before the server has said that nobody is', async () => {
  let answer = async () => new Response('<html>', { status: 500 });
  vi.stubGlobal('fetch', () => answer());
  open();
  const again = await vi.waitUntil(() => button('Try again'));
  expect(button('Sign in')).toBeUndefined();
  answer = async () =>
    Response.json(
      { authentication_required: true, error: { code: 'AUTHENTICATION_REQUIRED' } },
      { status: 403 },
    );
  again.click();
  await vi.waitUntil(() => button('Sign in'));
  // No shift of theirs has ended: nobody worked here.
  expect(document.body.textContent).not.toContain('Your shift has ended');
  expect(button('Try again')).toBeUndefined();
});

it('is loaded anew for another operator: what is begun there is the first one’s', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  queryClient.setQueryData(keys.settings, { name: 'Heartline' });
  const signIn = (name: string | null) => {
    const operator: Operator | null = name === null ? null : { name, expiresAt: 1 };
    queryClient.setQueryData(operatorQuery.queryKey, operator);
  };
  signIn('anna');
  open();
  await vi.waitUntil(() => document.body.textContent.includes('anna'));
  // A shift is over by itself; who goes on finds what they wrote.
  signIn(null);
  await vi.waitUntil(() => button('Sign in'));
  expect(document.body.textContent).toContain('Your shift has ended');
  signIn('anna');
  await vi.waitUntil(() => document.body.textContent.includes('anna'));
  expect(reload).not.toHaveBeenCalled();
  signIn('bert');
  await vi.waitUntil(() => reload.mock.calls.length > 0);
  expect(document.body.textContent).not.toContain('bert');
});

it('says that the queue could not be loaded, and not that all is answered', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 500 }));
  queryClient.setQueryData(keys.settings, { name: 'Heartline' });
  queryClient.setQueryData(operatorQuery.queryKey, anna);
  open();
  await vi.waitUntil(() => button('Try again'));
  expect(document.body.textContent).not.toContain('All answered');
});

it('stays, and says why, where the server did not end the session', async () => {
  const queue = { waiting: 0, entries: [], serverAt: 1 };
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('logout') ? new Response('<html>', { status: 500 }) : Response.json(queue),
  );
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  queryClient.setQueryData(keys.settings, { name: 'Heartline' });
  queryClient.setQueryData(operatorQuery.queryKey, anna);
  open();
  const signOut = await vi.waitUntil(() =>
    document.querySelector<HTMLElement>('button[aria-label="Sign out"]'),
  );
  reload.mockClear();
  signOut.click();
  await vi.waitUntil(() => document.body.textContent.includes('Something went wrong'));
  expect(reload).not.toHaveBeenCalled();
});
