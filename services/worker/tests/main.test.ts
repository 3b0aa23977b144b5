import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('../main.js', import.meta.url));

it('names a wrong setting and exits with code 1', async () => {
  const run = promisify(execFile)(process.execPath, [main], { env: { MEDIA_SECRET: 'short' } });
  const failed: unknown = await run.catch((error: unknown) => error);
  const { code, stderr } = failed as { code?: number; stderr: string };
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The worker did not start\. The configuration does not hold:\n {2}- /);
  expect(stderr).toContain('MEDIA_SECRET is wrong: must have at least 32 characters.');
  expect(stderr).not.toMatch(/^ {4}at /m);
}, 120_000);
