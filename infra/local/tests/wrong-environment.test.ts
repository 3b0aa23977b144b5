import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { identityOf } from '../src/process-identity.ts';

it('doctor names unreadable keys and the process that holds the data', async () => {
  const data = await mkdtemp(join(tmpdir(), 'doctor-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  await writeFile(join(data, 'secrets.json'), '{ half');
  await mkdir(join(data, 'lock'));
  await writeFile(join(data, 'lock', `${identityOf(process.pid)}-1`), '');
  const doctor = fileURLToPath(new URL('../src/doctor.ts', import.meta.url));
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
  'start, reset and doctor name the wrong variable in %o',
  async (wrong, words) => {
    const data = await mkdtemp(join(tmpdir(), 'doctor-'));
    onTestFinished(() => rm(data, { recursive: true, force: true }));
    const check = async (command: string) => {
      const file = fileURLToPath(new URL(`../src/${command}.ts`, import.meta.url));
      const env = { ...process.env, HEARTLINE_DATA: data, ...wrong };
      const failed: unknown = await promisify(execFile)(process.execPath, [file], { env }).catch(
        (error: unknown) => error,
      );
      const { code, stdout, stderr } = failed as { code?: number; stdout: string; stderr: string };
      expect([command, code]).toEqual([command, 1]);
      expect(stdout + stderr).toContain(words);
      expect(stdout + stderr).not.toMatch(/^ {4}at /m);
    };
    await Promise.all(['start', 'doctor', 'reset'].map(check));
  },
  60_000,
);
