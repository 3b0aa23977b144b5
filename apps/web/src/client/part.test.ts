import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onceReached } from './part.ts';

const network = { onLine: false };

beforeEach(() => {
  const page = new EventTarget();
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
});
afterEach(() => void vi.unstubAllGlobals());

const unreached = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

it('a part that is not reached waits for the network, as often as it goes', async () => {
  network.onLine = false;
  const load = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(unreached)
    .mockImplementationOnce(unreached);
  load.mockResolvedValue('part');
  const loading = onceReached(load);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  dispatchEvent(new Event('online'));
  await expect(loading).resolves.toBe('part');
});

it('with a network, a part that is not there is a failure', async () => {
  network.onLine = true;
  await expect(onceReached(unreached)).rejects.toThrow('Failed to fetch');
});
