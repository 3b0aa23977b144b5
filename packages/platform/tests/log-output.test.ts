import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const logger = fileURLToPath(new URL('../src/logger.ts', import.meta.url));
const metrics = fileURLToPath(new URL('../src/metrics.ts', import.meta.url));

/** Logs for a second, reports the first quarter, the last line and then the metric, and ends. */
const scriptOf = (length: number) => `
  const { createLogger } = await import('${logger}');
  const { createMetrics } = await import('${metrics}');
  const log = createLogger({ level: 'info', service: 'test' });
  const metrics = createMetrics();
  const tell = async () => {
    process.send(await metrics.getSingleMetricAsString('log_lines_dropped_total'), () => process.exit());
  };
  let line = 0;
  const logging = setInterval(() => {
    for (let more = 0; more < 50; more += 1) log.info({ line: line += 1 }, 'x'.repeat(${length}));
    if (line === 500) process.send('a quarter');
    if (line < 2_000) return;
    clearInterval(logging);
    log.info('last words');
    process.send('all');
    setTimeout(tell, 1_500);
  }, 25);
`;

/** `length`: characters of each line. */
function logTo(stdout: number | 'pipe', length = 200): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', scriptOf(length)], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Resolves with the first output that matches. */
function outputMatching(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve) => {
    child.on('message', (words: unknown) => {
      const found = typeof words === 'string' && pattern.exec(words);
      if (found) resolve(found);
    });
  });
}

/** Its own count of dropped lines, and its exit. */
async function outcomeOf(child: ChildProcess): Promise<{ dropped: number; code: unknown; signal: unknown }> {
  const [counted, [code, signal]] = await Promise.all([
    outputMatching(child, /^log_lines_dropped_total (\d+)$/m),
    once(child, 'exit'),
  ]);
  const dropped = Number(counted[1]);
  return { dropped, code, signal };
}

it('counts dropped lines on a full disk, and still exits', async () => {
  const full = openSync('/dev/full', 'a');
  const child = logTo(full);
  closeSync(full);
  expect(await outcomeOf(child)).toEqual({ dropped: 2_001, code: 0, signal: null });
}, 60_000);

it('counts dropped lines when the reader is gone, and still exits', async () => {
  const child = logTo('pipe');
  child.stdout?.destroy();
  expect(await outcomeOf(child)).toEqual({ dropped: 2_001, code: 0, signal: null });
}, 60_000);

it('exits when its reader stopped reading', async () => {
  const child = logTo('pipe');
  child.stdout?.pause();
  expect(await outcomeOf(child)).toMatchObject({ signal: 'SIGKILL' });
}, 60_000);

it('writes every line in order to a reader that keeps up', async () => {
  const child = logTo('pipe');
  let text = '';
  child.stdout?.on('data', (chunk) => (text += String(chunk)));
  const closed = once(child, 'close');
  expect(await outcomeOf(child)).toEqual({ dropped: 0, code: 0, signal: null });
  await closed;
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { line?: number; msg: string });
  expect(lines.map(({ line }) => line)).toEqual([
    ...Array.from({ length: 2_000 }, (_, at) => at + 1),
    undefined,
  ]);
  expect(lines.at(-1)?.msg).toBe('last words');
}, 60_000);

it('reports the number of missing lines after a slow phase of its reader', async () => {
  const child = logTo('pipe', 2_000);
  let text = '';
  child.stdout?.on('data', (chunk) => (text += String(chunk)));
  child.stdout?.pause();
  const closed = once(child, 'close');
  void outputMatching(child, /^all$/).then(() => child.stdout?.resume());
  const { dropped } = await outcomeOf(child);
  await closed;
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; lines?: number; reason?: string });
  const gaps = lines.filter(({ msg }) => msg === 'log lines dropped');
  expect(dropped).toBeGreaterThan(0);
  expect(gaps).toEqual([expect.objectContaining({ reason: 'too slow', lines: dropped })]);
  expect(lines.length - gaps.length + dropped).toBe(2_001);
}, 60_000);

it('reports the number of missing lines once a reader is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pipe = join(folder, 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', pipe]);
  const first = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writing = openSync(pipe, 'a');
  const child = logTo(writing);
  closeSync(writing);
  closeSync(first);
  await outputMatching(child, /a quarter/);
  let text = '';
  const second = spawn('cat', [pipe]);
  second.stdout.on('data', (chunk) => (text += String(chunk)));
  const closed = once(second, 'close');
  const { dropped } = await outcomeOf(child);
  await closed;
  const [gap, next, ...more] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { line?: number; msg: string });
  expect(dropped).toBeGreaterThan(0);
  expect(gap).toMatchObject({ msg: 'log lines dropped', lines: dropped, reason: 'EPIPE' });
  expect(next?.line).toBe(dropped + 1);
  expect(more.at(-1)?.msg).toBe('last words');
}, 60_000);
