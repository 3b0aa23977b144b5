// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../client/query.ts';
import { askSafety } from '../../client/safety-request.ts';
import { SafetyDialogs } from './safety-dialogs.tsx';

const title = () => document.querySelector('h2')?.textContent;
const button = (words: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === words);

it.each([
  ['succeeds', () => Response.json({})],
  ['fails', () => Response.json({ error: { code: 'FORBIDDEN' } }, { status: 403 })],
])('a block that %s late leaves open what was asked for since', async (_, answer) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const blocked = Promise.withResolvers<Response>();
  const fetched = vi.fn<(path: string) => Promise<Response>>((path) =>
    path.includes('block') ? blocked.promise : Promise.resolve(Response.json({})),
  );
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
      </I18nProvider>
    </QueryClientProvider>,
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
