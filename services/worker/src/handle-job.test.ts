import { expireBonus } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { handleJob } from './handle-job.ts';

describe('a job handler', () => {
  it('never runs on data that is not what the contract says', async () => {
    const seen: string[] = [];
    const handler = handleJob(expireBonus, async ({ member }) => seen.push(member));
    expect(() => handler.run({ member: 'not an id' })).toThrow('member');
    expect(() => handler.run({ member: '0'.repeat(24), text: 'hello' })).toThrow('unrecognized_keys');
    await handler.run({ member: '0'.repeat(24) });
    expect(seen).toEqual(['0'.repeat(24)]);
  });
});
