// @vitest-environment happy-dom
import { clearToasts, Toasts } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { UnblockButton } from './unblock-button.tsx';

const FIA = { id: 'p1', name: 'Fia', fictional: true };

/** Stands the button up alone, with `list` as the answer to each question who is blocked; answers what was called. */
function openPage(list: () => Promise<Response>) {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setDefaultOptions({ queries: { retry: false } });
  queryClient.setQueryData(keys.settings, { fictional_singular: '' });
  const called: string[] = [];
  vi.stubGlobal('fetch', (_: string, { method = 'GET' }: RequestInit = {}) => {
    called.push(method);
    return method === 'GET' ? list() : Promise.resolve(Response.json({}));
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => {
    // A notice of one test would be found by the next.
    clearToasts();
    root.unmount();
    document.body.replaceChildren();
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <UnblockButton id={FIA.id} />
        <Toasts label="Notices" closeLabel="Close" />
      </I18nProvider>
    </QueryClientProvider>,
  );
  return called;
}

const press = async () => {
  const button = () => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Unblock');
  await vi.waitUntil(() => button());
  button()?.click();
};
const notice = () => document.querySelector('[aria-label^=Notices]')?.textContent;
const blocked = (...profiles: (typeof FIA)[]) =>
  Promise.resolve(Response.json({ blocked: profiles.map((profile) => ({ profile, at: 1 })) }));

it('says who is unblocked, also when it is pressed before the list has come', async () => {
  const list = Promise.withResolvers<Response>();
  const called = openPage(() => list.promise);
  await vi.waitUntil(() => called.length > 0);
  await press();
  expect(called).not.toContain('DELETE');
  list.resolve(await blocked(FIA));
  await vi.waitUntil(() => document.querySelector('button:not([aria-busy])'));
  await press();
  await vi.waitUntil(() => called.includes('DELETE'));
  await expect.poll(notice).toContain('Fia (Fictional) is no longer blocked');
});

it('asks for the list again where it could not be had', async () => {
  let isAway = true;
  const called = openPage(() => (isAway ? Promise.reject(new TypeError('away')) : blocked(FIA)));
  await vi.waitUntil(() => called.length > 0);
  isAway = false;
  await vi.waitUntil(() => document.querySelector('button:not([aria-busy])'));
  await press();
  await vi.waitUntil(() => called.includes('DELETE'));
  await expect.poll(notice).toContain('Fia (Fictional) is no longer blocked');
});

it('asks for the list again where it is older than the block', async () => {
  let isBlocked = false;
  const called = openPage(() => (isBlocked ? blocked(FIA) : blocked()));
  await vi.waitUntil(() => called.length > 0);
  await vi.waitUntil(() => document.querySelector('button:not([aria-busy])'));
  isBlocked = true;
  await press();
  await vi.waitUntil(() => called.includes('DELETE'));
  await expect.poll(notice).toContain('Fia (Fictional) is no longer blocked');
});

it('unblocks nobody twice: who was unblocked elsewhere is only looked at anew', async () => {
  const called = openPage(() => blocked());
  const anew = vi.spyOn(queryClient, 'resetQueries');
  await vi.waitUntil(() => called.length > 0);
  await vi.waitUntil(() => document.querySelector('button:not([aria-busy])'));
  await press();
  await vi.waitUntil(() => anew.mock.calls.length > 0);
  expect(called).not.toContain('DELETE');
});
