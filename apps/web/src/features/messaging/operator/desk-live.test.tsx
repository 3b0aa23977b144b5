// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPageHook } from '../../../testing/render-page.tsx';
import { useDeskLive } from './desk-live.ts';

/** The socket, as far as the operator inbox uses it. */
const line = vi.hoisted(() => {
  const heard = new Map<string, (word?: unknown) => void>();
  return {
    heard,
    active: true,
    connect: vi.fn<() => void>(),
    disconnect: vi.fn<() => void>(),
    removeAllListeners: () => heard.clear(),
    on: (name: string, listener: (word?: unknown) => void) => heard.set(name, listener),
  };
});
vi.mock('socket.io-client', () => ({ io: () => line }));

let isConnected: () => boolean;

beforeEach(async () => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  line.active = true;
  const { result } = renderPageHook(useDeskLive);
  isConnected = () => result.current;
  await vi.dynamicImportSettled();
});

const hear = (name: string, word?: unknown) => act(async () => line.heard.get(name)?.(word));
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

it('reports a connection that never opens only after a while', async () => {
  await hear('connect_error', new Error('websocket error'));
  await pass(3_000);
  expect(isConnected()).toBe(true);
  await pass(2_000);
  expect(isConnected()).toBe(false);
  await hear('connect');
  expect(isConnected()).toBe(true);
});

it('reports an open connection only once it closes', async () => {
  await pass(1_000);
  await hear('connect');
  await pass(60_000);
  expect(isConnected()).toBe(true);
  await hear('disconnect', 'transport close');
  expect(isConnected()).toBe(false);
});

it('connects again after the server refused a connection', async () => {
  line.active = false;
  await hear('connect_error', new Error('UNAVAILABLE'));
  await pass(2_000);
  expect(line.connect).toHaveBeenCalledOnce();
});
