import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const { scripts } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8')) as {
  scripts: Record<string, string>;
};

/** Gates of `npm run verify`. They take paths or no arguments, so they print no usage. */
const GATES = new Set(['boundaries', 'commits', 'i18n:check', 'licences', 'plain-english']);

/** Every command that a program of ours answers. The others pass their arguments to a tool such as turbo. */
const COMMANDS = Object.entries(scripts)
  .filter(([name, script]) => script.startsWith('node ') && !GATES.has(name))
  .map(([name, script]) => ({ name, command: script.split(' ').slice(1) }));

function run(command: string[], ...words: string[]) {
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [...command, ...words], { cwd: ROOT, timeout: 60_000 }, (error, out, err) =>
      resolve({ code: error ? (error.code ?? error.signal) : 0, out, err }),
    );
  });
}

describe('every command of the project', () => {
  it('is covered by this test', () => {
    expect(COMMANDS.map(({ name }) => name).toSorted()).toEqual([
      'admin',
      'bench',
      'build',
      'dev',
      'doctor',
      'evening',
      'faults',
      'load',
      'reset',
      'spec',
      'start',
      'test',
      'test:release',
      'test:screens',
    ]);
  });

  it.each(COMMANDS)(
    '$name prints its usage, and names what it did not understand',
    async ({ name, command }) => {
      const [asked, wrong] = await Promise.all([run(command, '--help'), run(command, 'foo', '--foo')]);
      expect({ code: asked.code, err: asked.err }).toEqual({ code: 0, err: '' });
      expect(asked.out).toMatch(new RegExp(`npm (run )?${name}|Usage: ${name}`));
      expect({ code: wrong.code, out: wrong.out }).toEqual({ code: 2, out: '' });
      expect(wrong.err).toContain('foo');
      // A sentence and no stack trace.
      expect(wrong.err).not.toMatch(/^\s+at /m);
    },
  );
});
