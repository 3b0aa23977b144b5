import { expect, it, onTestFinished, vi } from 'vitest';
import { grow } from './gw-mem.ts';

it('reports a fault when answers never come', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const faultsWhen = async (isAnswered: (index: number) => boolean) => {
    const growing = grow({
      pid: process.pid,
      count: 10,
      open: async (index, onAnswer) => ({
        write: () => {
          if (isAnswered(index)) onAnswer();
        },
        pause() {},
        resume() {},
        onClose() {},
        close() {},
      }),
      say: () => 'something',
    });
    await vi.advanceTimersByTimeAsync(300_000);
    return (await growing).faults;
  };
  expect(await faultsWhen(() => true)).toEqual([]);
  // The last one only takes part in the second round.
  expect(await faultsWhen((index) => index !== 509)).toEqual(['3 answers did not come within 60 s']);
});
