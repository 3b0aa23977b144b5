import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tryLock, withLock } from './lock.ts';
import { identityOf } from './process-identity.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartline-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('lets one at a time do the work, however many want to', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(folder, work)));
  expect(most).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

it('is given back when the work fails', async () => {
  await expect(withLock(folder, () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
  expect(await tryLock(folder)).toHaveProperty('release');
});

it('names the living process that holds it', async () => {
  const other = spawn('sleep', ['30']);
  await writeFile(join(folder, `${identityOf(other.pid ?? 0)}-1`), '');
  expect(await tryLock(folder)).toEqual({ holder: other.pid });
  other.kill('SIGKILL');
});

it('does not count a process that is gone, nor a newer one with the same pid', async () => {
  await writeFile(join(folder, '999999999-1-1'), '');
  await writeFile(join(folder, `${process.pid}-0-1`), '');
  expect(await tryLock(folder)).toHaveProperty('release');
  expect(await readdir(folder)).toHaveLength(1);
});
