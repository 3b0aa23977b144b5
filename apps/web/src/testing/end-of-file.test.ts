import { expect, it, vi } from 'vitest';
import { endOfFile } from './end-of-file.ts';

it('waits for pending loads and stops the timers of the file', async () => {
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
