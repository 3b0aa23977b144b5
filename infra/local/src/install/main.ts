import type { Progress } from '../progress.ts';
import { ensureChromium } from './chromium.ts';
import { ensureFerretDb, ensureK6, ensureStripeMock, ensureToxiproxy } from './go-tools.ts';
import { ensurePostgres } from './postgres.ts';
import { ensureRedis } from './redis.ts';

/**
 * Installs tools ahead of time: `node infra/local/src/install/main.ts engines|browser|k6|all`.
 * Prints one line per step with the seconds since the start, and the path of each tool.
 */
const sets: Record<string, (log: Progress) => Promise<string>[]> = {
  engines: (log) => [
    ensurePostgres(log).then(({ folder }) => folder),
    ensureFerretDb(log),
    ensureRedis(log).then((command) => command.at(-1) ?? ''),
    ensureToxiproxy(log),
    ensureStripeMock(log),
  ],
  browser: (log) => [ensureChromium(log)],
  k6: (log) => [ensureK6(log)],
  all: (log) => ['engines', 'browser', 'k6'].flatMap((name) => sets[name]?.(log) ?? []),
};

const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = () => `${(performance.now() / 1000).toFixed(1).padStart(6)} s`;
const log: Progress = (step, detail) => print(`${seconds()}  ${step}${detail ? `: ${detail}` : ''}`);

const chosen = sets[process.argv[2] ?? ''];
if (chosen) {
  const results = await Promise.allSettled(chosen(log));
  for (const result of results) {
    if (result.status === 'fulfilled') print(`${seconds()}  ready: ${result.value}`);
    else print(`${seconds()}  FAILED: ${(result.reason as Error).message}`);
  }
  process.exitCode = results.some(({ status }) => status === 'rejected') ? 1 : 0;
} else {
  print(`Say what to install: ${Object.keys(sets).join(', ')}`);
  process.exitCode = 2;
}
