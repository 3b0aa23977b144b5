import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const KEEPER = `
import { temporaryData } from '${new URL('temporary-data.ts', import.meta.url).href}';
console.log(await temporaryData('a test'));
setInterval(() => {}, 1000);
`;

it('deletes the temporary folders of a process that was killed', async () => {
  const keeper = spawn(process.execPath, ['--input-type=module', '-e', KEEPER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(keeper.stdout, 'data')) as [Buffer];
  const folder = line.toString().trim();
  await writeFile(join(folder, 'file'), 'data');
  expect(existsSync(folder)).toBe(true);
  keeper.kill('SIGKILL');
  await expect.poll(() => existsSync(folder)).toBe(false);
});
