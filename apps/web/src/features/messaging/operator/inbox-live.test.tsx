// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPageHook } from '../../../testing/render-page.tsx';
import { useInboxLive } from './inbox-live.ts';

/** The socket, as far as the operator inbox uses it. */
const line = vi.hoisted(() => {
  const listeners = new Map<string, (word?: unknown) => void>();
  return {
    listeners,
    active: true,
    connect: vi.fn<() => void>(),
    disconnect: vi.fn<() => void>(),
    removeAllListeners: () => listeners.clear(),
    on: (name: string, listener: (word?: unknown) => void) => listeners.set(name, listener),
  };
});
vi.mock('socket.io-client', () => ({ io: () => line }));

let isConnected: () => boolean;

beforeEach(async () => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  line.active = true;
  const { result } = renderPageHook(useInboxLive);
  isConnected = () => result.current;
  await vi.dynamicImportSettled();
});

const receive = (name: string, word?: unknown) => act(async () => line.listeners.get(name)?.(word));
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

it('reports a connection that never opens only after a while', async () => {
  await receive('connect_error', new Error('websocket error'));
  await pass(3_000);
  expect(isConnected()).toBe(true);
  await pass(2_000);
  expect(isConnected()).toBe(false);
  await receive('connect');
  expect(isConnected()).toBe(true);
});

it('reports an open connection only once it closes', async () => {
  await pass(1_000);
  await receive('connect');
  await pass(60_000);
  expect(isConnected()).toBe(true);
  await receive('disconnect', 'transport close');
  expect(isConnected()).toBe(false);
});

it('connects again after the server refused a connection', async () => {
  line.active = false;
  await receive('connect_error', new Error('UNAVAILABLE'));
  await pass(2_000);
  expect(line.connect).toHaveBeenCalledOnce();
});
