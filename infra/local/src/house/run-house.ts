import { basename } from 'node:path';
import { lastWords } from '../process-group.ts';
import type { Progress } from '../progress.ts';
import type { House } from './open-house.ts';
import { DATA } from './places.ts';
import { createScreen, print, red } from './screen.ts';

const WATCH_EVERY_MS = 2_000;

/**
 * Opens a house for a person at a terminal: progress while it opens, its end on Ctrl-C or SIGTERM, a sentence when
 * something goes wrong. A second Ctrl-C does not wait.
 */
export async function runHouse(open: (log: Progress) => Promise<House>): Promise<void> {
  const log = createScreen();
  let house: House | undefined;
  let ending = false;
  const end = async (code: number) => {
    if (ending) process.exit(code || 130);
    ending = true;
    if (house) log('closing');
    await house?.close();
    process.exit(code);
  };
  process.on('SIGINT', () => void end(0));
  process.on('SIGTERM', () => void end(0));
  process.on('SIGHUP', () => void end(0));
  try {
    house = await open(log);
    watch(house, log, () => ending);
  } catch (error) {
    print();
    print(red(sentenceOf(error)));
    print('`npm run doctor` says more about this machine.');
    process.exit(1);
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'The disk is full. Make room and start again; nothing was lost.';
  if (code === 'EACCES' || code === 'EPERM')
    return `Not allowed: ${error.message}. Check who owns the folder ${DATA}.`;
  return error.message;
}

/** Says so when a service or a part of an engine ends by itself. */
function watch(house: House, log: Progress, isEnding: () => boolean): void {
  const told = new Set<string>();
  const look = async () => {
    for (const { name, logFile } of endedParts(house)) {
      if (isEnding() || told.has(logFile)) continue;
      told.add(logFile);
      const words = await lastWords(logFile);
      log(
        `${name} ended`,
        `a new start brings it back, and what was kept; its log, ${logFile}, ends so:\n${words}`,
      );
    }
  };
  setInterval(() => void look(), WATCH_EVERY_MS).unref();
}

function endedParts({ stack, engines }: House): { name: string; logFile: string }[] {
  const services = [...stack.gateways, ...stack.workers].filter((service) => !service.running());
  const logs = [...engines.mongo.ended(), ...engines.redis.ended()];
  return [...services, ...logs.map((logFile) => ({ name: basename(logFile, '.log'), logFile }))];
}
