import type { Progress } from '../progress.ts';
import { DATA } from './places.ts';
import type { App } from './start-app.ts';
import { createScreen, print, red } from './terminal.ts';
import { watchApp } from './watch-app.ts';

/**
 * Opens a house for a person at a terminal: progress while it opens, its end on Ctrl-C or SIGTERM, a sentence when
 * something goes wrong. A second Ctrl-C does not wait.
 */
export async function runApp(open: (log: Progress) => Promise<App>): Promise<void> {
  const log = createScreen();
  let app: App | undefined;
  const watching = new AbortController();
  let ending = false;
  const end = async (code: number) => {
    if (ending) process.exit(code || 130);
    ending = true;
    watching.abort();
    if (app) log('closing');
    await app?.close();
    process.exit(code);
  };
  process.on('SIGINT', () => void end(0));
  process.on('SIGTERM', () => void end(0));
  process.on('SIGHUP', () => void end(0));
  try {
    app = await open(log);
    watchApp(app, log, watching.signal);
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
