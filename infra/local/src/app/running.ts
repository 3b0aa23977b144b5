import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identityOf, isAlive } from '../process-identity.ts';
import { DATA } from './places.ts';

/** Addresses of a running app, for `npm run doctor` and `npm run admin`. */
export interface Running {
  mongoUrl: string;
  redisUrl: string;
  smtpUrl: string;
  /** Names and addresses of gateways and workers. */
  services: { name: string; address: string }[];
  /** Settings that every service has, so that `npm run admin` works on this house. */
  environment: Readonly<Record<string, string>>;
}

const fileIn = (data: string) => join(data, 'running.json');

/** Notes where everything is, and by which process; what it answers forgets it. */
export async function noteRunning(running: Running, data = DATA): Promise<() => Promise<void>> {
  const noted = { ...running, process: identityOf(process.pid) };
  await writeFile(fileIn(data), JSON.stringify(noted), { mode: 0o600 });
  return () => rm(fileIn(data), { force: true });
}

/** Reads the note of the current start. A note left by a killed start is ignored. */
export function readRunning(data = DATA): Running | undefined {
  try {
    const noted = JSON.parse(readFileSync(fileIn(data), 'utf8')) as Running & { process?: string };
    return isAlive(noted.process ?? '') ? noted : undefined;
  } catch {
    return undefined;
  }
}
