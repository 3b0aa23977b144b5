import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lockFolder } from '../src/cache.ts';
import { isPortFree } from '../src/free-port.ts';

const ENTRY = fileURLToPath(new URL('../src/start.ts', import.meta.url));
const PORTS = 6;

/** An `npm start` under test. */
export interface Started {
  child: ChildProcess;
  /** All it printed so far. */
  said(): string;
  ended: Promise<number | null>;
}

/** Starts Heartline on a folder and ports of its own. Without other variables it has engines of its own too. */
export function startHeartline(
  place: { data: string; port: number },
  environment: Readonly<Record<string, string>> = {},
): Started {
  const child = spawn(process.execPath, [ENTRY], {
    // Empty is not set: engines of its own, whatever the tests were given.
    env: {
      ...process.env,
      MONGODB_URL: '',
      REDIS_URL: '',
      HEARTLINE_DATA: place.data,
      HEARTLINE_PORT: String(place.port),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (words += String(chunk)));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, said: () => words, ended };
}

/** Waits until it says so; rejects with its words when it ends first. */
export async function waitForOutput(
  { child, said }: Started,
  words: string,
  withinMs: number,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!said().includes(words)) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`did not say "${words}":\n${said()}`);
    await sleep(100);
  }
}

/** A port with five free ones behind it, below those that engines and services take by chance. */
export async function firstOfSix(): Promise<number> {
  for (;;) {
    const first = 10_000 + 10 * Math.floor(Math.random() * 1_000);
    const free = await Promise.all([0, 1, 2, 3, 4, 5].map((more) => isPortFree(first + more)));
    if (free.every(Boolean)) return first;
  }
}

/** Deletes what a start on `place` left, when it has ended or was killed. */
export async function clearPlace({ data, port }: { data: string; port: number }): Promise<void> {
  // After a kill the watchdog needs 2 s to end what writes there.
  await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  // No other start ever asks for these ports.
  for (let more = 0; more < PORTS; more += 1)
    await rm(lockFolder(`port-${port + more}`), { recursive: true, force: true });
}
