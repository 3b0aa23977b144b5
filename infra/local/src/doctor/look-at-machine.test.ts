import { expect, it, onTestFinished, vi } from 'vitest';
import { lookAtMachine } from './look-at-machine.ts';

it('names a variable that is wrong, before anything that hangs on it', async () => {
  vi.stubEnv('MONGODB_URL', 'localhost:27017');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await lookAtMachine(false)).toEqual([
    {
      name: 'environment',
      state: 'ill',
      message: expect.stringContaining('MONGODB_URL must start with mongodb://'),
      fix: 'correct the variable, or unset it',
    },
  ]);
});
