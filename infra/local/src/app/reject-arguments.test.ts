import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

it('a reset that is asked for help deletes nothing', async () => {
  const data = await mkdtemp(join(tmpdir(), 'words-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  await writeFile(join(data, 'secrets.json'), '{}');
  const reset = fileURLToPath(new URL('../reset.ts', import.meta.url));
  const env = { ...process.env, HEARTLINE_DATA: data };
  const asked = await promisify(execFile)(process.execPath, [reset, '--help'], { env });
  expect(asked.stdout).toMatch(/^`npm run reset` deletes .* It takes no words/);
  expect(await readdir(data)).toEqual(['secrets.json']);
}, 120_000);
