import { ok, refuse } from '@heartline/contracts';
import { expect, it } from 'vitest';
import { withDeadline } from './call-deadline.ts';

const never = () => new Promise<never>(() => {});

it('answers “try again” for what is late, and for nothing else', async () => {
  expect(await withDeadline(Promise.resolve(ok('in time')), 1_000)).toEqual(ok('in time'));
  await expect(withDeadline(Promise.reject(new Error('odd')), 1_000)).rejects.toThrow('odd');
  const answered: string[] = [];
  const note = (name: string, deadlineMs: number) =>
    withDeadline(never(), deadlineMs).then((result) => {
      answered.push(name);
      return result;
    });
  const late = await Promise.all([note('later', 300), note('sooner', 1)]);
  expect(late).toEqual([refuse('UNAVAILABLE'), refuse('UNAVAILABLE')]);
  expect(answered).toEqual(['sooner', 'later']);
  // The looking has stopped meanwhile, and begins again.
  expect(await withDeadline(never(), 1)).toEqual(refuse('UNAVAILABLE'));
});
