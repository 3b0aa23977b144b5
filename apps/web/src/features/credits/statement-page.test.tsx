// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { StatementPage } from './statement-page.tsx';

const line = (n: number) => ({
  n,
  kind: 'grant',
  state: 'done',
  reason: 'signup',
  credits: 1,
  debt: 0,
  balance: n,
  profile: null,
  conversation: null,
  money: null,
  worth: [],
  of: null,
  payment: null,
  receipt: null,
  at: n,
});
const page = (lines: number[], next: number | null) => ({
  credits: 7,
  purchased: 4,
  bonus: 3,
  held: 0,
  entries: lines.map(line),
  hasOlder: next !== null,
  next,
  version: '1',
});

/** Opens the page with an answer for each query, and a connection that can be cut. */
function open(answers: Readonly<Record<string, object>>) {
  const line = { isCut: false };
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => !line.isCut);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    if (line.isCut) throw new TypeError('Failed to fetch');
    const { pathname, searchParams } = new URL(url as string, 'https://site.test');
    if (!pathname.includes('statement')) return Response.json({ settings: {} });
    return Response.json(answers[`${searchParams.get('filter')} ${searchParams.get('before') ?? ''}`.trim()]);
  });
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits: 7, debt: 0, paid_user: true } });
  renderPage(<StatementPage />, { settings: {}, region: 'en-GB' });
  return line;
}

const lines = () => screen.findAllByRole('listitem');
const older = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Show older' });

it('keeps balance, filters and the last lines when a filter fails to load', async () => {
  const network = open({ all: page([2, 1], null), spent: page([2], null) });
  await lines();
  network.isCut = true;
  fireEvent.click(screen.getByRole('tab', { name: 'Spent' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('region', { name: 'Balance' }).textContent).toContain('7');
  fireEvent.click(screen.getByRole('tab', { name: 'All' }));
  expect(await lines()).toHaveLength(2);
  expect(again.isConnected).toBe(false);
  network.isCut = false;
  fireEvent.click(screen.getByRole('tab', { name: 'Spent' }));
  await expect.poll(() => screen.queryAllByRole('listitem').length).toBe(1);
});

it('reports at the button that older lines failed, and keeps the focus there', async () => {
  const network = open({ all: page([3, 2], 2), 'all 2': page([1], null) });
  await lines();
  network.isCut = true;
  older().focus();
  fireEvent.click(older());
  await expect.poll(() => screen.getByRole('alert').textContent).toBe('You’re offline');
  expect(document.activeElement).toBe(older());
  network.isCut = false;
  fireEvent.click(older());
  await expect.poll(() => screen.queryAllByRole('listitem').length).toBe(3);
});

it.each([
  ['the first new line', page([1], null), (list: HTMLElement[]) => list[2]],
  [
    'the list when there is none',
    page([], null),
    (list: HTMLElement[]) => list[0]?.closest('[tabindex]:not(li)'),
  ],
])('moves the focus from the button, which the last page removes, to %s', async (_what, last, find) => {
  open({ all: page([3, 2], 2), 'all 2': last });
  await lines();
  older().focus();
  fireEvent.click(older());
  await expect.poll(() => screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  const target = find(await lines());
  expect(target).toBeTruthy();
  await expect.poll(() => document.activeElement).toBe(target);
});

it('requests the table with the page’s zone and number format', async () => {
  open({ all: page([1], null) });
  await lines();
  const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: /\(CSV\)/ });
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect([...new URL(href).searchParams]).toEqual([
    ['zone', timeZone],
    ['format', 'en-GB'],
  ]);
});
