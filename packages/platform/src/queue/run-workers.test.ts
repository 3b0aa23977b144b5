import type { Job } from 'bullmq';
import { expect, it, vi } from 'vitest';
import { noteFailed } from './run-workers.ts';

it('logs whether a failed job is final, retried, or left to its schedule', () => {
  const said = vi.fn<(facts: object, words: string) => void>();
  const logger = { error: said, warn: said } as unknown as Parameters<typeof noteFailed>[0];
  const note = (job: Partial<Job>) =>
    noteFailed(logger, 'timers', { name: 'sweep', attemptsMade: 1, ...job } as Job, new Error('away'));
  note({ opts: { attempts: 1 }, repeatJobKey: 'sweep' });
  note({ opts: { attempts: 1 } });
  note({ opts: { attempts: 3 } });
  expect(said.mock.calls.map(([, words]) => words)).toEqual([
    'job failed: left to the next scheduled run',
    'job failed for good',
    'job failed: will be retried',
  ]);
});
