import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { expect, it, onTestFinished } from 'vitest';
import { startChild } from '../process-group.ts';
import { startService } from '../stack/service.ts';
import { keepRunning, reportFailures } from './watch-app.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'watch-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** Records the output to the terminal from now on; `end` stops it. */
function listen() {
  const said: string[] = [];
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const log = (step: string, detail = '') => void said.push(`${step}  ${detail}`);
  return { said, log, signal: stopping.signal };
}

it('brings a service back with growing waits, and says why it ended', async () => {
  const logFile = join(await folder(), 'a.log');
  await writeFile(logFile, 'out of memory\n');
  const { said, log, signal } = listen();
  let tries = 0;
  const restart = async () => {
    tries += 1;
    if (tries < 2) throw new Error('it ended again');
  };
  const watching = keepRunning({ name: 'a', logFile, running: () => tries >= 2, restart }, log, signal);
  watching.catch(() => undefined);
  await expect.poll(() => said, { timeout: 10_000 }).toHaveLength(3);
  expect(said).toEqual([
    `a ended  starts again in 1 s; its log, ${logFile}, ends so:\nout of memory`,
    `a ended  starts again in 2 s; its log, ${logFile}, ends so:\nout of memory`,
    'a runs again  ',
  ]);
}, 20_000);

it('says at once that a watched service does not parse, and when it starts again', async () => {
  const place = await folder();
  const [program, logFile] = [join(place, 'service.ts'), join(place, 'a.log')];
  await writeFile(program, 'setInterval(() => undefined, 1_000);\n');
  const child = await startChild({ command: [process.execPath, '--watch', program], logFile });
  onTestFinished(() => child.stop());
  const { said, log, signal } = listen();
  reportFailures({ name: 'a', logFile }, log, signal).catch(() => undefined);
  await fixedWait(1_000, 'no event says that Node.js watches the file');
  await writeFile(program, 'const price = ;\n');
  await expect.poll(() => said, { timeout: 10_000 }).toHaveLength(1);
  expect(said[0]).toMatch(/^a does not run {2}waits for a change of its files:\n/);
  expect(said[0]).toContain('const price = ;');
  expect(said[0]).toContain('SyntaxError');
  expect(said[0]).not.toContain('    at ');
  await writeFile(program, 'setInterval(() => undefined, 2_000);\n');
  await expect.poll(() => said.slice(1), { timeout: 10_000 }).toEqual(['a starts again  ']);
}, 40_000);

it('rejects the start of a watched service that does not parse, with its mistake', async () => {
  const place = await folder();
  const entry = join(place, 'service.ts');
  await writeFile(entry, 'const price = ;\n');
  const starting = startService({
    name: 'a',
    entry,
    environment: {},
    logFile: join(place, 'a.log'),
    readyUrl: 'http://127.0.0.1:9',
    nodeArguments: ['--watch', '--watch-preserve-output'],
  });
  await expect(starting).rejects.toThrow(/^a does not run:\n[^]*const price = ;/);
}, 20_000);
