import { fixedWait } from '@heartline/tooling/fixed-wait';
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
  await fixedWait(100, 'longer than the stopped timer needs to run again');
  expect(tick).not.toHaveBeenCalled();
});
