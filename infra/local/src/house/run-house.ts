import type { Progress } from '../progress.ts';
import type { House } from './open-house.ts';
import { DATA } from './places.ts';
import { createScreen, print, red } from './screen.ts';
import { watchHouse } from './watch-house.ts';

/**
 * Opens a house for a person at a terminal: progress while it opens, its end on Ctrl-C or SIGTERM, a sentence when
 * something goes wrong. A second Ctrl-C does not wait.
 */
export async function runHouse(open: (log: Progress) => Promise<House>): Promise<void> {
  const log = createScreen();
  let house: House | undefined;
  const watching = new AbortController();
  let ending = false;
  const end = async (code: number) => {
    if (ending) process.exit(code || 130);
    ending = true;
    watching.abort();
    if (house) log('closing');
    await house?.close();
    process.exit(code);
  };
  process.on('SIGINT', () => void end(0));
  process.on('SIGTERM', () => void end(0));
  process.on('SIGHUP', () => void end(0));
  try {
    house = await open(log);
    watchHouse(house, log, watching.signal);
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
