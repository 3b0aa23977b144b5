import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const PLATFORM = join(import.meta.dirname, '../index.ts');
const ENTRY = join(import.meta.dirname, '../../require-node.js');

it('runs a service whose files no other user can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heartline-umask-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const place = join(folder, 'photo');
  await run(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { writeFile } from 'node:fs/promises';
     const { runService } = await import(${JSON.stringify(PLATFORM)});
     runService('test', () => writeFile(${JSON.stringify(place)}, 'bytes'));`,
  ]);
  expect((await stat(place)).mode & 0o777).toBe(0o600);
});

it('exits with one sentence on a too old Node.js, and continues otherwise', async () => {
  const as = (version: string) =>
    run(process.execPath, [
      '--input-type=module',
      '--eval',
      `Object.defineProperty(process.versions, 'node', { value: '${version}' });
       await import(${JSON.stringify(ENTRY)});`,
    ]);
  await expect(as('20.20.2')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Heartline needs Node\.js 24 or newer, and this is 20\.20\.2 .*\n$/,
    ) as unknown,
  });
  await as('24.0.0');
});
