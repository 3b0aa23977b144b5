import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silent } from '../progress.ts';
import { ensurePythonPackages, MissingPython } from './python-packages.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartline-python-'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

it('says what to install where there is no Python', async () => {
  const requirements = join(folder, 'requirements.txt');
  await writeFile(requirements, 'six==1.17.0\n');
  vi.stubEnv('PATH', folder);
  const failing = ensurePythonPackages(requirements, silent);
  await expect(failing).rejects.toThrow(MissingPython);
  await expect(failing).rejects.toThrow('python3 is not on PATH. Install Python 3.11 or newer with venv');
});
