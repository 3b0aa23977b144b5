// @vitest-environment happy-dom
import { LinkProvider } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { rememberSignedIn } from '../../../client/signed-in.ts';
import type { Outbox } from './outbox.ts';
import { OutboxDialog } from './outbox-dialog.tsx';
import type { OutboxEntry } from './outbox-store.ts';
import { setOutbox } from './use-outbox.ts';

const refused: OutboxEntry = {
  order: 1,
  key: 'k',
  clientId: 'k',
  kind: 'text',
  member: 'm',
  profile: 'p',
  name: 'Ada',
  conversation: 'c',
  text: 'Hello',
  credits: 1,
  fictionalConfirmed: false,
  createdAt: 0,
  state: 'held',
  refusal: { code: 'NOT_ENOUGH_CREDITS' },
};

const WAIT_MS = 10_000;
const found = (words: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a')].findLast((one) => one.textContent === words);
const button = (words: string) => vi.waitUntil(() => found(words), WAIT_MS);

/** The sheet on a page at `/chats`, come to from `/members`. */
async function open(entries: readonly OutboxEntry[]) {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  localStorage.clear();
  rememberSignedIn('1');
  queryClient.setQueryData(keys.settings, { message_length: 200, fictional_singular: '' });
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 0 } });
  setOutbox(
    Promise.resolve({ entries: () => entries, subscribe: () => () => {} } as Partial<Outbox> as Outbox),
  );
  const rootRoute = createRootRoute();
  const sheet = () => <OutboxDialog onClose={() => {}} />;
  const routeTree = rootRoute.addChildren(
    ['/members', '/chats', '/credits'].map((path) =>
      createRoute({
        getParentRoute: () => rootRoute,
        path,
        component: path === '/chats' ? sheet : () => <p>{path}</p>,
      }),
    ),
  );
  history.pushState(null, '', '/members');
  const pages = createBrowserHistory();
  pages.push('/chats');
  const router = createRouter({ routeTree, history: pages });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    pages.destroy();
    place.remove();
    setOutbox(undefined);
    queryClient.clear();
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <LinkProvider value={{ navigate: (href) => void router.navigate({ href }) }}>
          <RouterProvider router={router as never} />
        </LinkProvider>
      </I18nProvider>
    </QueryClientProvider>,
  );
  return router;
}

async function edit(words: string) {
  (await button('Edit')).click();
  const field = await vi.waitUntil(() => document.querySelector('textarea'), WAIT_MS);
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, words);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(isKept).toBe(true);
}

/** Whether the browser asks before the page goes. */
const isKept = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

const asked = () => document.querySelector('[role=alertdialog]');

it('a link in the middle of an edit asks before the new words are lost', async () => {
  const router = await open([refused]);
  await edit('Better words');
  (await button('Get credits')).click();
  (await button('Stay here')).click();
  await expect.poll(asked).toBeNull();
  expect(document.querySelector('textarea')?.value).toBe('Better words');
  expect(router.state.location.pathname).toBe('/chats');
  (await button('Get credits')).click();
  (await button('Don’t save')).click();
  await expect.poll(() => router.state.location.pathname).toBe('/credits');
});

it('so does Back', async () => {
  const router = await open([refused]);
  await edit('Better words');
  router.history.back();
  (await button('Don’t save')).click();
  await expect.poll(() => router.state.location.pathname).toBe('/members');
});

it('the browser asks before a reload in the middle of an edit, and only then', async () => {
  await open([refused]);
  await button('Edit');
  expect(isKept()).toBe(false);
  await edit('Better words');
  // Whoever is signed out meanwhile has nothing here any more.
  rememberSignedIn('leaving');
  expect(isKept()).toBe(false);
});

it('the sum leaves out what goes only if it is sent again, and there is none where nothing goes', async () => {
  const failed = { ...refused, state: 'failed', credits: 5 } as const;
  const gone = { ...failed, key: 'gone', refusal: { code: 'RECIPIENT_GONE' } } as const;
  const dearer = {
    ...failed,
    key: 'dearer',
    refusal: { code: 'PRICE_CHANGED', values: { credits: 7 } },
  } as const;
  await open([refused, gone, dearer]);
  await button('Edit');
  expect(document.body.textContent).toContain('Together 8 credits');
  await open([gone]);
  await expect.poll(() => document.body.textContent).not.toContain('Together 8');
  expect(document.body.textContent).not.toContain('Together');
});

it('says of whom a message waits for that they are fictional', async () => {
  const waiting = { ...refused, state: 'waiting' } as const;
  const toFia = { ...waiting, name: 'Fia', conversation: 'd', fictionalConfirmed: true };
  await open([toFia, { ...waiting, key: 'l' }]);
  const headings = () => [...document.querySelectorAll('h3')].map((one) => one.textContent);
  await expect.poll(headings).toEqual(['To FiaFictional', 'To Ada']);
});
