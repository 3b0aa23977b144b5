import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { choosePorts, deleteOrphans, deleteStored } from './places.ts';

it('deletes the data of Heartline from a named folder and leaves other files', async () => {
  const data = await mkdtemp(join(tmpdir(), 'places-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  await mkdir(join(data, 'media'));
  await writeFile(join(data, 'secrets.json'), '{}');
  await writeFile(join(data, 'thesis.txt'), 'mine');
  await deleteStored(data);
  expect(await readdir(data)).toEqual(['thesis.txt']);
  await rm(join(data, 'thesis.txt'));
  await deleteStored(data);
  await expect(readdir(data)).rejects.toThrow('ENOENT');
});

it('deletes data of databases whose checkout was deleted, and keeps it with keys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cache-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [data, engine] = [join(folder, 'data'), join(folder, 'mongo')];
  const reported: string[] = [];
  const log = (_step: string, words = '') => void reported.push(words);
  const stored = () => readdir(engine).catch(() => 'gone');
  await mkdir(data);
  await mkdir(engine);
  await writeFile(join(engine, 'people'), '');

  // The doctor may ask to delete the keys alone. Pictures or payments then show that the checkout is the old one.
  for (const name of ['secrets.json', 'media', 'payments.json']) {
    await writeFile(join(data, name), '');
    await deleteOrphans(log, { data, engines: [engine] });
    expect(await stored()).toEqual(['people']);
    await rm(join(data, name));
  }
  expect(reported).toEqual([]);

  await deleteOrphans(log, { data, engines: [engine] });
  expect(await stored()).toBe('gone');
  expect(reported).toHaveLength(1);
});

it('gives a second house other ports while the first has bound none of its own yet', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'cache-'));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  vi.stubEnv('XDG_CACHE_HOME', cache);
  onTestFinished(() => void vi.unstubAllEnvs());
  const reported: string[] = [];
  const log = (step: string, words = '') => void reported.push(`${step}: ${words}`);
  const first = await choosePorts(log);
  reported.length = 0;
  const second = await choosePorts(log);
  expect(new Set([...Object.values(first.ports), ...Object.values(second.ports)]).size).toBe(12);
  expect(reported).toHaveLength(6);
  expect(reported[0]).toContain(`the hub is at ${second.ports.devHub} this time (who has it: `);
  await Promise.all([first.release(), second.release()]);
  const third = await choosePorts(log);
  expect(third.ports).toEqual(first.ports);
  await third.release();
});
