import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exists } from '../install/install-tool.ts';
import { type HeldLock, tryLock } from '../lock.ts';
import { type Child, lastWords } from '../process-group.ts';
import { descendantsOf, identityOf, isAlive } from '../process-identity.ts';

/** An engine that answers at `url`, whoever started it. */
export interface Engine {
  readonly url: string;
  /** The source that was used. */
  readonly rung: 'given' | 'path' | 'download' | 'packages';
  /** A description: `FerretDB 2.7.0 on PostgreSQL 18 with DocumentDB`. */
  readonly description: string;
  /** For each rung above the one taken, a sentence that says why not. */
  readonly skipped: readonly string[];
  /** Every process it consists of; empty when we did not start it. */
  pids(): number[];
  /** The logs of its processes that ended by themselves. */
  ended(): string[];
  /** SIGKILL for all of it at once, like a power cut of the process. */
  crash(): Promise<void>;
  /** Starts again on the same data and the same port, after `crash`, `stop` or while running. */
  restart(): Promise<void>;
  /** Freezes all of it (SIGSTOP): connections stay open, nothing answers. */
  pause(): void;
  resume(): void;
  /** Ends it in order. A given engine is left alone; data of a temporary one is deleted. */
  stop(): Promise<void>;
}

/** A database that its caller may use but not crash, pause or restart; `why` is the reason in the error. */
export function givenEngine(url: string, description: string, why = 'was not started by us'): Engine {
  const refuse = () => {
    throw new Error(`${description} can't be crashed, paused or restarted: it ${why}.`);
  };
  return {
    url,
    rung: 'given',
    description,
    skipped: [],
    pids: () => [],
    ended: () => [],
    crash: async () => refuse(),
    restart: async () => refuse(),
    pause: refuse,
    resume: refuse,
    stop: async () => undefined,
  };
}

/**
 * The purpose of the data:
 *
 * - `app`: durable, even if the machine crashes (the default)
 * - `test`: temporary; survives a crash of the database, not of the machine
 * - `measurement`: durable, with a preallocated log, like a database that has run for a while
 */
export type Purpose = 'app' | 'test' | 'measurement';

export interface OwnEngine extends Pick<Engine, 'url' | 'rung' | 'description' | 'skipped'> {
  dataDir: string;
  /** Deletes `dataDir` on stop. */
  temporary: boolean;
  /** Starts the processes and waits until the engine answers. The last one started is the first one stopped. */
  launch: (started: (child: Child) => Promise<void>) => Promise<void>;
}

/**
 * Starts our own database. A lock protects its data from a second one; processes of a crashed predecessor are killed after
 * a while. Throws when another process uses the data, or with the end of the log when it does not start.
 */
export async function runEngine(own: OwnEngine): Promise<Engine> {
  const { dataDir, launch, temporary, ...facts } = own;
  let lock: HeldLock | undefined;
  let children: Child[] = [];

  const start = async () => {
    lock ??= await claimData(dataDir);
    await launch(async (child) => {
      children.push(child);
      await writeFile(processList(dataDir), children.map(({ pid }) => identityOf(pid)).join('\n'));
    });
  };
  const halt = async (end: (child: Child) => Promise<unknown>) => {
    for (const child of children.toReversed()) await end(child);
    children = [];
  };
  const stop = async () => {
    await halt((child) => child.stop());
    await lock?.release();
    lock = undefined;
    if (temporary) await rm(dataDir, { recursive: true, force: true });
  };
  const signal = (name: NodeJS.Signals) => {
    for (const child of children) child.signal(name);
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...facts,
    pids: () =>
      children.filter((child) => child.running()).flatMap(({ pid }) => [pid, ...descendantsOf(pid)]),
    ended: () => children.filter((child) => !child.running()).map(({ logFile }) => logFile),
    crash: async () => {
      signal('SIGKILL');
      await halt((child) => child.ended);
    },
    restart: async () => {
      await halt((child) => child.stop());
      await start();
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    stop,
  };
}

/** Another process uses the data, so no other source would help. */
export class DataInUseError extends Error {
  constructor(dataDir: string, holder: number) {
    super(`The data in ${dataDir} is in use by process ${holder}. Stop that process, or use other data.`);
    this.name = 'DataInUseError';
  }
}

const processList = (dataDir: string) => join(dataDir, 'processes');

async function claimData(dataDir: string): Promise<HeldLock> {
  await mkdir(dataDir, { recursive: true });
  const lock = await tryLock(join(dataDir, 'lock'));
  if ('holder' in lock) throw new DataInUseError(dataDir, lock.holder);
  const predecessors = await readFile(processList(dataDir), 'utf8').catch(() => '');
  const alive = () => predecessors.split('\n').filter((identity) => isAlive(identity));
  for (let waitedMs = 0; alive().length > 0; waitedMs += 50) {
    if (waitedMs > 5000)
      for (const identity of alive()) process.kill(Number.parseInt(identity, 10), 'SIGKILL');
    await sleep(50);
  }
  return lock;
}

/** Waits until `ready` answers true. Throws when a child ends first or after `timeoutMs`, with its last words. */
export async function waitUntil(
  what: string,
  child: Child,
  ready: () => Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await ready().catch(() => false))) {
    const problem = !child.running()
      ? await child.ended
      : Date.now() > deadline
        ? 'does not answer'
        : undefined;
    if (problem) throw new Error(`${what} ${problem}. Its last words:\n${await lastWords(child.logFile)}`);
    await sleep(25);
  }
}

/** Deletes the data of a world. Throws while something uses it. */
export async function deleteData(dataDir: string): Promise<void> {
  if (!(await exists(dataDir))) return;
  await claimData(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}
