// @vitest-environment happy-dom
import { type ErrorCode, ok, refuse } from '@heartline/contracts';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Messages } from '../../../live/apply/messages.ts';
import { setClient } from '../../../live/connection.ts';
import type { LiveClient } from '../../../live/live-client.ts';
import { watchOnScreen } from './on-screen.ts';
import { useSeen } from './use-seen.ts';

const told: unknown[] = [];
let refusal: ErrorCode | undefined;
let show: IntersectionObserverCallback = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
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
      told.push(input);
      return refusal ? refuse(refusal) : ok({});
    },
  } as unknown as LiveClient);
});
afterEach(() => {
  setClient(undefined);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('tells again what a server without its database did not take, until it does or the page is left', async () => {
  const messages = { receipts: { own: { on: true } } } as Messages;
  const Host = () => {
    useSeen('c', messages, true);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(Host)));
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
  expect(told).toEqual(tries(7, 3));
  refusal = 'UNAVAILABLE';
  await see(8);
  await act(async () => root.unmount());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([...tries(7, 3), ...tries(8, 1)]);
});
