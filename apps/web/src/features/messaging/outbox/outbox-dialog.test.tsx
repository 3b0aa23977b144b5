// @vitest-environment happy-dom
import { LinkProvider } from '@heartline/ui';
import { createBrowserHistory } from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { rememberSignedIn } from '../../../client/signed-in.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { routed } from '../../../testing/routed.tsx';
import { WAITING } from './entry-in-test.ts';
import type { Outbox } from './outbox.ts';
import { OutboxDialog } from './outbox-dialog.tsx';
import type { OutboxEntry } from './outbox-store.ts';
import { setOutbox } from './use-outbox.ts';

const refused: OutboxEntry = { ...WAITING, state: 'held', refusal: { code: 'NOT_ENOUGH_CREDITS' } };

/** An outbox that holds these entries until they are deleted. */
function outboxOf(entries: readonly OutboxEntry[]): Partial<Outbox> {
  let held = entries;
  let notify = () => {};
  return {
    entries: () => held,
    subscribe(listener) {
      notify = listener;
      return () => {};
    },
    async discard(deleted) {
      held = held.filter(({ key }) => key !== deleted);
      notify();
      return true;
    },
  };
}

/** Opens the dialog at `/chats`, with `/members` before it in the history. */
function open(entries: readonly OutboxEntry[]) {
  rememberSignedIn('1');
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 0 } });
  setOutbox(Promise.resolve(outboxOf(entries) as Outbox));
  history.pushState(null, '', '/members');
  const pages = createBrowserHistory();
  pages.push('/chats');
  onTestFinished(() => {
    pages.destroy();
    setOutbox(undefined);
  });
  const { router, shown } = routed(
    {
      '/members': () => <p>Members</p>,
      '/chats': () => <OutboxDialog onClose={() => {}} />,
      '/credits': () => <p>Credits</p>,
    },
    pages,
  );
  const { unmount } = renderPage(
    <LinkProvider value={{ navigate: (href) => void router.navigate({ href }) }}>{shown}</LinkProvider>,
    { settings: { message_length: 200, fictional_singular: '' } },
  );
  return { router, unmount };
}

/** A button's name has the action first, then the message. */
const named = (what: string) => (name: string) => name === what || name.startsWith(`${what}: Message to `);
const press = async (what: string) =>
  fireEvent.click(await screen.findByRole('button', { name: named(what) }));
const getCredits = () => fireEvent.click(screen.getByRole('link', { name: 'Get credits' }));

async function edit(words: string) {
  await press('Edit');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: words } });
  await expect.poll(isPrevented).toBe(true);
}

/** True if the browser asks before the page closes. */
const isPrevented = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

it('asks before a link loses an edit', async () => {
  const { router } = open([refused]);
  await edit('Better words');
  getCredits();
  await press('Keep editing');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Better words');
  expect(router.state.location.pathname).toBe('/chats');
  getCredits();
  await press('Don’t save');
  await expect.poll(() => router.state.location.pathname).toBe('/credits');
});

it('asks before Back loses an edit', async () => {
  const { router } = open([refused]);
  await edit('Better words');
  router.history.back();
  await press('Don’t save');
  await expect.poll(() => router.state.location.pathname).toBe('/members');
});

it('makes the browser ask before a reload during an edit only', async () => {
  open([refused]);
  await screen.findByRole('button', { name: named('Edit') });
  expect(isPrevented()).toBe(false);
  await edit('Better words');
  // A member signed out meanwhile has nothing to lose.
  rememberSignedIn('leaving');
  expect(isPrevented()).toBe(false);
});

it('sums only messages that will go out, and shows no sum without any', async () => {
  const failed = { ...refused, state: 'failed', credits: 5 } as const;
  const gone = { ...failed, key: 'gone', refusal: { code: 'RECIPIENT_GONE' } } as const;
  const dearer = {
    ...failed,
    key: 'dearer',
    refusal: { code: 'PRICE_CHANGED', values: { credits: 7 } },
  } as const;
  const { unmount } = open([refused, gone, dearer]);
  await screen.findByText('Total: 8 credits');
  unmount();
  open([gone]);
  await screen.findByText(/Your balance/);
  expect(document.body.textContent).not.toContain('Together');
});

it('labels a fictional recipient', async () => {
  const waiting = { ...refused, state: 'waiting' } as const;
  const toFia = { ...waiting, name: 'Fia', conversation: 'd', fictionalConfirmed: true };
  open([toFia, { ...waiting, key: 'l' }]);
  const headings = () => screen.queryAllByRole('heading', { level: 3 }).map((one) => one.textContent);
  await expect.poll(headings).toEqual(['To FiaFictional', 'To Ada']);
});

it('moves the focus to the next message after a deletion, or to the empty text', async () => {
  open([refused, { ...refused, key: 'l', text: 'And you?' }]);
  const item = async (text: string) => (await screen.findByText(text)).closest('li');
  const deleteIn = async (text: string) => {
    const button = within((await item(text))!).getByRole('button', { name: named('Delete') });
    button.focus();
    fireEvent.click(button);
  };
  await deleteIn('Hello');
  const next = await item('And you?');
  await expect.poll(() => document.activeElement).toBe(next);
  await deleteIn('And you?');
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Nothing is waiting/);
});

it('promises an order for each recipient alone', async () => {
  open([WAITING, { ...WAITING, key: 'k2', conversation: 'c2', name: 'Bea' }]);
  await screen.findByText(/to each person in this order/);
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2);
});

it('names each button by recipient and beginning of the message', async () => {
  const failed = { ...WAITING, key: 'l', text: 'And you?', state: 'failed' } as const;
  const long = { ...WAITING, key: 'p', kind: 'photo', text: `Look: ${'and on '.repeat(140)}` } as const;
  open([WAITING, failed, long, { ...WAITING, key: 'b', conversation: 'd', name: 'Bea' }]);
  await screen.findAllByText('Hello');
  const begins = `Photo: Look: ${'and on '.repeat(6)}and…`;
  for (const name of ['Ada, Hello', 'Ada, And you?', `Ada, ${begins}`, 'Bea, Hello']) {
    expect(screen.getByRole('button', { name: `Edit: Message to ${name}` })).toBeTruthy();
    expect(screen.getByRole('button', { name: `Delete: Message to ${name}` })).toBeTruthy();
  }
  expect(screen.getByRole('button', { name: 'Send again: Message to Ada, And you?' })).toBeTruthy();
});
