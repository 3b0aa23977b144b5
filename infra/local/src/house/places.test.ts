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
