// @vitest-environment happy-dom
import { type ErrorCode, ok, refuse } from '@heartline/contracts';
import { act } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Messages } from '../../../live/apply/messages.ts';
import { setClient } from '../../../live/connection.ts';
import type { LiveClient } from '../../../live/live-client.ts';
import { renderPageHook } from '../../../testing/render-page.tsx';
import { watchOnScreen } from './on-screen.ts';
import { useSeen } from './use-seen.ts';

const sent: unknown[] = [];
let refusal: ErrorCode | undefined;
let show: IntersectionObserverCallback = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: IntersectionObserverCallback) {
        show = onChange;
      }
      observe() {}
      unobserve() {}
    },
  );
  setClient({
    isConnected: () => true,
    request: async (_: unknown, input: unknown) => {
      sent.push(input);
      return refusal ? refuse(refusal) : ok({});
    },
  } as unknown as LiveClient);
  onTestFinished(() => setClient(undefined));
});
it('repeats a mark after UNAVAILABLE until it is stored or the page is left', async () => {
  const messages = { receipts: { own: { on: true } } } as Messages;
  const { unmount } = renderPageHook(() => useSeen('c', messages, true));
  const see = (seq: number) =>
    act(async () => {
      const target = document.createElement('article');
      watchOnScreen(target, { conversation: 'c', seq });
      const rect = { height: 20 } as DOMRectReadOnly;
      const entry = {
        target,
        isIntersecting: true,
        intersectionRatio: 1,
        intersectionRect: rect,
        rootBounds: rect,
      };
      show([entry as unknown as IntersectionObserverEntry], {} as IntersectionObserver);
    });
  const tries = (seq: number, count: number) =>
    Array.from({ length: count }, () => ({ conversation: 'c', seq, seen: seq }));
  refusal = 'UNAVAILABLE';
  await see(7);
  await vi.advanceTimersByTimeAsync(6_000);
  refusal = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(tries(7, 3));
  refusal = 'UNAVAILABLE';
  await see(8);
  unmount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([...tries(7, 3), ...tries(8, 1)]);
});
