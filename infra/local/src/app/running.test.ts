import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { noteRunning, readRunning } from './running.ts';

it('finds what a running start noted, and nothing where that one was killed', async () => {
  const data = await mkdtemp(join(tmpdir(), 'running-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const running = { mongoUrl: 'm', redisUrl: 'r', smtpUrl: 's', services: [], environment: {} };
  const forget = await noteRunning(running, data);
  expect(readRunning(data)).toMatchObject(running);
  const file = join(data, 'running.json');
  const noted = JSON.parse(await readFile(file, 'utf8')) as { process: string };
  expect(noted.process).toMatch(new RegExp(`^${process.pid}-`));
  await writeFile(file, JSON.stringify({ ...noted, process: `${process.pid}-1` }));
  expect(readRunning(data)).toBeUndefined();
  await forget();
  expect(readRunning(data)).toBeUndefined();
});
