import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { identityOf } from '../process-identity.ts';
import { lookAtMachine } from './look-at-machine.ts';

it('names what a start could not write or read, and who keeps it away', async () => {
  const data = await mkdtemp(join(tmpdir(), 'doctor-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  await writeFile(join(data, 'secrets.json'), '{ half');
  await mkdir(join(data, 'lock'));
  await writeFile(join(data, 'lock', `${identityOf(process.pid)}-1`), '');
  const doctor = fileURLToPath(new URL('../doctor.ts', import.meta.url));
  const env = { ...process.env, HEARTLINE_DATA: data };
  const run = promisify(execFile)(process.execPath, [doctor], { env });
  const failed: unknown = await run.catch((error: unknown) => error);
  const { code, stdout } = failed as { code?: number; stdout: string };
  expect(code).toBe(1);
  expect(stdout).toContain(`BAD   Heartline: process ${process.pid} starts, ends or uses it`);
  expect(stdout).toContain(`BAD   keys: ${join(data, 'secrets.json')} holds no keys that can be read`);
  expect(stdout).not.toContain('Nothing is wrong');
}, 60_000);

it.each([
  [{ XDG_CACHE_HOME: 'relative' }, 'XDG_CACHE_HOME must be an absolute path'],
  [{ MONGODB_URL: 'localhost:27017' }, 'MONGODB_URL must start with mongodb://'],
  [{ REDIS_URL: 'localhost' }, 'REDIS_URL must start with redis://'],
])(
  'start, reset and doctor say in a sentence what is wrong with %o',
  async (wrong, words) => {
    const data = await mkdtemp(join(tmpdir(), 'doctor-'));
    onTestFinished(() => rm(data, { recursive: true, force: true }));
    for (const command of ['start', 'doctor', 'reset']) {
      const file = fileURLToPath(new URL(`../${command}.ts`, import.meta.url));
      const env = { ...process.env, HEARTLINE_DATA: data, ...wrong };
      const failed: unknown = await promisify(execFile)(process.execPath, [file], { env }).catch(
        (error: unknown) => error,
      );
      const { code, stdout, stderr } = failed as { code?: number; stdout: string; stderr: string };
      expect([command, code]).toEqual([command, 1]);
      expect(stdout + stderr).toContain(words);
      expect(stdout + stderr).not.toMatch(/^ {4}at /m);
    }
  },
  60_000,
);

it('names a variable that is wrong, before anything that hangs on it', async () => {
  vi.stubEnv('MONGODB_URL', 'localhost:27017');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await lookAtMachine(false)).toEqual([
    {
      name: 'environment',
      state: 'ill',
      words: expect.stringContaining('MONGODB_URL must start with mongodb://'),
      fix: 'correct the variable, or unset it',
    },
  ]);
});
