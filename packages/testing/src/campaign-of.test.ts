import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('./campaign-of.ts', import.meta.url));
const SCRIPT = `import { campaignOf } from '${MODULE}';
console.log(JSON.stringify(campaignOf('npm run it repeats.', { seeds: 3, deeds: 80 }, ['calm'])));`;

/** The result of these arguments in a process of its own, which they may end. */
async function asked(...words: string[]): Promise<unknown> {
  const command = ['--input-type=module-typescript', '--eval', SCRIPT, '--', ...words];
  return promisify(execFile)(process.execPath, command).catch((error: unknown) => error);
}

it('accepts a range of seeds, or one alone', async () => {
  const numbers = { first: 5, seeds: 2, deeds: 80 };
  const reported = { seeds: [5, 6], numbers, is: { calm: true } };
  expect(await asked('--seeds', '2', '--first', '5', '--calm')).toMatchObject({
    stdout: `${JSON.stringify(reported)}\n`,
  });
  expect(await asked('--seed', '4711')).toMatchObject({ stdout: expect.stringContaining('"seeds":[4711]') });
});

it('lists the options and exits with code 2 for unknown ones', async () => {
  expect(await asked('--seeds')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Options it takes: --first, --seeds, --deeds, --calm, --seed, --help.'),
  });
  expect(await asked('--seeds', '0')).toMatchObject({
    code: 2,
    stderr: 'Whole numbers above 0: --first 1, --seeds 3, --deeds 80, or --seed 4711 alone.\n',
  });
});

it('prints its usage on request', async () => {
  expect(await asked('--help')).toMatchObject({
    stdout:
      'npm run it repeats. Options: --first 1, --seeds 3, --deeds 80, --calm, or --seed 4711 for one alone.\n',
  });
});
