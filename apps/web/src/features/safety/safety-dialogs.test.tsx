// @vitest-environment happy-dom
import { Toasts } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { askSafety } from '../../client/safety-request.ts';
import { SafetyDialogs } from './safety-dialogs.tsx';

const title = () => document.querySelector('h2')?.textContent;
const button = (words: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === words);

/** Stands the dialogs up on an empty page, with `answer` to whatever the server is asked. */
function openPage(answer: (path: string) => Promise<Response>) {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { fictional_singular: '' });
  const fetched = vi.fn<(path: string) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetched);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: SafetyDialogs }),
    history: createMemoryHistory(),
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router as never} />
        <Toasts label="Notices" closeLabel="Close" />
      </I18nProvider>
    </QueryClientProvider>,
  );
  return fetched;
}

it.each([
  ['succeeds', () => Response.json({})],
  ['fails', () => Response.json({ error: { code: 'FORBIDDEN' } }, { status: 403 })],
])('a block that %s late leaves open what was asked for since', async (_, answer) => {
  const blocked = Promise.withResolvers<Response>();
  const fetched = openPage((path) =>
    path.includes('block') ? blocked.promise : Promise.resolve(Response.json({})),
  );
  askSafety({ kind: 'block', person: { id: 'p1', name: 'Jonas', fictional: false } });
  await expect.poll(title).toBe('Block Jonas?');
  button('Block')?.click();
  await vi.waitUntil(() => fetched.mock.calls.some(([path]) => path.includes('block')));
  button('Cancel')?.click();
  askSafety({ kind: 'report', person: { id: 'p2', name: 'Timo', fictional: false } });
  await expect.poll(title).toBe('Report Timo');
  blocked.resolve(answer());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(title()).toBe('Report Timo');
});

it('who blocks or reports a fictional profile reads that it is one, and nothing only a person would do', async () => {
  openPage(async (path) => Response.json(path.includes('report') ? { case: 'c1', messages: [] } : {}));
  const fia = { id: 'p3', name: 'Fia', fictional: true };
  const dialog = () =>
    document.querySelector('[role=dialog]:has(h2), [role=alertdialog]:has(h2)')?.textContent;
  askSafety({ kind: 'report', person: fia });
  await expect.poll(dialog).toMatch(/^Report Fia.*Fictional/);
  askSafety({ kind: 'block', person: fia });
  await expect.poll(dialog).toMatch(/^Block Fia\?.*Fictional/);
  expect(dialog()).not.toContain('opens your profile');
  expect(dialog()).not.toContain('each other');
  button('Block')?.click();
  const notice = () => document.querySelector('[aria-label^=Notices]')?.textContent;
  await expect.poll(notice).toContain('Fia (Fictional) is blocked');
  button('Undo')?.click();
  await expect.poll(notice).toContain('Fia (Fictional) is no longer blocked');
});
