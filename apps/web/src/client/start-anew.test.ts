// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { landingAt, startAnew } from './start-anew.ts';

const emptied = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./persisted-cache/persisted-store.ts', () => ({ clearPersisted: () => emptied.promise }));

it('reloads once at the target of a used link, even when its call ends', async () => {
  const replaced = vi.spyOn(location, 'replace').mockImplementation(() => {});
  const reloaded = vi.spyOn(location, 'reload').mockImplementation(() => {});
  await landingAt('/activate/done', async () => void startAnew());
  void startAnew();
  emptied.resolve();
  await vi.waitUntil(() => replaced.mock.calls.length > 0);
  expect(replaced.mock.calls).toEqual([['/activate/done']]);
  expect(reloaded).not.toHaveBeenCalled();
});

it('tries again with the next answer when the reload’s chunk fails to load', async () => {
  vi.resetModules();
  onTestFinished(() => vi.doUnmock('./load-anew.ts'));
  const loadAnew = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
  vi.doMock('./load-anew.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { startAnew: start, isGoing } = await import('./start-anew.ts');
  await expect(start()).rejects.toThrow();
  expect(isGoing()).toBe(false);
  vi.doMock('./load-anew.ts', () => ({ loadAnew }));
  void start();
  await vi.waitUntil(() => loadAnew.mock.calls.length > 0);
  expect(isGoing()).toBe(true);
});
