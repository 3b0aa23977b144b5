import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onceReached } from './lazy-component.ts';

const network = { onLine: false };
const server = { isThere: false };
let listening: number;

beforeEach(() => {
  const page = new EventTarget();
  listening = 0;
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('addEventListener', (...args: Parameters<EventTarget['addEventListener']>) => {
    listening += 1;
    page.addEventListener(...args);
  });
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.stubGlobal('fetch', () =>
    server.isThere ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch')),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const unreached = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const reachedThirdTime = () =>
  vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(unreached)
    .mockImplementationOnce(unreached)
    .mockResolvedValue('part');

it('waits for the network, as often as the network goes', async () => {
  network.onLine = false;
  const load = reachedThirdTime();
  const loading = onceReached(load);
  await vi.waitFor(() => expect(listening).toBe(1));
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(listening).toBe(2));
  expect(load).toHaveBeenCalledTimes(2);
  dispatchEvent(new Event('online'));
  await expect(loading).resolves.toBe('part');
});

it('retries by itself on a network without internet', async () => {
  vi.useFakeTimers();
  network.onLine = true;
  server.isThere = false;
  const load = reachedThirdTime();
  const loading = onceReached(load);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_001);
  expect(load).toHaveBeenCalledTimes(3);
  await expect(loading).resolves.toBe('part');
});

it('fails when the server answers and the file is missing', async () => {
  network.onLine = true;
  server.isThere = true;
  await expect(onceReached(unreached)).rejects.toThrow('Failed to fetch');
});
