// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { setConnected } from './connection.ts';
import { useNetwork } from './use-network.ts';

beforeEach(() => {
  vi.useFakeTimers();
  setConnected(true);
});

function Row({ wantsLive }: { wantsLive: boolean }) {
  return `${useNetwork(wantsLive)} `;
}

const rows = (length: number, wantsLive = true) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: rows without anything of their own
  Array.from({ length }, (_, n) => <Row key={n} wantsLive={wantsLive} />);
const shown = () => document.body.textContent.trim();
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const connected = (is: boolean) => act(async () => setConnected(is));
const online = (is: boolean) =>
  act(async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);
    dispatchEvent(new Event(is ? 'online' : 'offline'));
  });

it('waits once for all components, and a later one shows the same', async () => {
  const { rerender } = renderPage(rows(50));
  const before = vi.getTimerCount();
  await connected(false);
  expect(vi.getTimerCount() - before).toBe(1);
  await pass(4_000);
  rerender(rows(51));
  expect(shown()).toBe(Array(51).fill('reconnecting').join(' '));
});

it('hides a break under four seconds, and shows a longer one as back for three', async () => {
  renderPage(rows(1));
  await connected(false);
  await pass(3_999);
  await connected(true);
  expect(shown()).toBe('fine');
  await pass(10_000);
  expect(shown()).toBe('fine');
  await connected(false);
  await pass(4_000);
  expect(shown()).toBe('reconnecting');
  await connected(true);
  expect(shown()).toBe('back');
  await pass(2_999);
  expect(shown()).toBe('back');
  await pass(1);
  expect(shown()).toBe('fine');
});

it('shows a missing network at once, and its return once connected', async () => {
  renderPage(rows(1));
  await online(false);
  expect(shown()).toBe('offline');
  await connected(false);
  await online(true);
  expect(shown()).toBe('offline');
  await connected(true);
  expect(shown()).toBe('back');
});

it('needs no connection for a visitor, and shows a page rendered offline', async () => {
  await connected(false);
  await online(false);
  renderPage(rows(1, false));
  expect(shown()).toBe('offline');
  await online(true);
  expect(shown()).toBe('back');
});
