import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';

it('a reset takes what is Heartline’s out of the folder that was named, and leaves what is not', async () => {
  const data = await mkdtemp(join(tmpdir(), 'places-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  vi.stubEnv('HEARTLINE_DATA', data);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { deleteKept } = await import('./places.ts');
  await mkdir(join(data, 'media'));
  await writeFile(join(data, 'secrets.json'), '{}');
  await writeFile(join(data, 'thesis.txt'), 'mine');
  await deleteKept();
  expect(await readdir(data)).toEqual(['thesis.txt']);
  await rm(join(data, 'thesis.txt'));
  await deleteKept();
  await expect(readdir(data)).rejects.toThrow('ENOENT');
});

it('what engines kept goes with a checkout that was deleted, and stays with one that has its keys', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'cache-'));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  vi.stubEnv('HEARTLINE_DATA', undefined);
  vi.stubEnv('XDG_CACHE_HOME', cache);
  vi.resetModules();
  onTestFinished(() => void vi.unstubAllEnvs());
  const access = vi.fn<(path: string) => Promise<boolean>>();
  vi.doMock('../install/install-tool.ts', () => ({ exists: access }));
  onTestFinished(() => vi.doUnmock('../install/install-tool.ts'));
  const { deleteOrphans, engineData } = await import('./places.ts');
  const told: string[] = [];
  const log = (_step: string, words = '') => void told.push(words);
  const kept = () => readdir(engineData('mongo')).catch(() => 'gone');
  await mkdir(engineData('mongo'), { recursive: true });
  await writeFile(join(engineData('mongo'), 'people'), '');

  // Whoever deletes the keys alone, as the doctor may ask for, has pictures and payments of these people.
  for (const name of ['secrets.json', 'media', 'payments.json']) {
    access.mockImplementation(async (path) => path.endsWith(name) || path === engineData('mongo'));
    await deleteOrphans(log);
    expect(await kept()).toEqual(['people']);
  }
  expect(told).toEqual([]);

  access.mockImplementation(async (path) => path === engineData('mongo'));
  await deleteOrphans(log);
  expect(await kept()).toBe('gone');
  expect(told).toHaveLength(1);
});
