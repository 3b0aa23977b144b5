import { expect, it, vi } from 'vitest';
import { endOfFile } from './end-of-file.ts';

it('what a file of tests leaves behind does not run on in the next: what is fetched has come, and timers stop', async () => {
  const tick = vi.fn<() => void>();
  setInterval(tick, 20);
  let part: unknown;
  void import('../client/persisted-cache/answer-or-persisted.ts').then((come) => (part = come));
  await endOfFile();
  expect(part).toBeDefined();
  tick.mockClear();
  const rest = Promise.withResolvers<void>();
  setTimeout(rest.resolve, 100);
  await rest.promise;
  expect(tick).not.toHaveBeenCalled();
});
