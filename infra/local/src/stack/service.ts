import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Child, lastWords, startChild } from '../process-group.ts';
import { failureUnderWatch, sizeOf } from './failure-under-watch.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Node’s compile cache, which speeds up the start of the next process. */
const COMPILED = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') };

/** Three seconds are usual; where several worlds start on one busy core, half a minute was seen. */
const READY_WITHIN_MS = 120_000;

/** A gateway or worker as a process of its own, which tests may kill, freeze and start again. */
export interface Service {
  name: string;
  /** Address of its health checks. */
  address: string;
  pid(): number;
  logFile: string;
  running(): boolean;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Starts it again after it ended, with changes to its environment, and waits until it is ready. */
  restart(changes?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  name: string;
  /** The file that starts it, from the top of the checkout. */
  entry: string;
  environment: Readonly<Record<string, string>>;
  logFile: string;
  /** Address whose `/health/ready` says when it may be used. */
  readyUrl: string;
  /** More arguments for Node, such as `--watch`. */
  nodeArguments?: readonly string[];
}

/** Starts a service and waits until it is ready. Rejects with its last words when it ends or stays unready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  let child: Child;
  const start = async (changes: Readonly<Record<string, string>> = {}) => {
    const logFrom = await sizeOf(options.logFile);
    child = await spawnService(options, changes);
    await untilReady(options, child, logFrom);
  };
  await start();
  return {
    name: options.name,
    address: options.readyUrl,
    pid: () => child.pid,
    logFile: options.logFile,
    running: () => child.running(),
    async kill() {
      child.signal('SIGKILL');
      await child.ended;
    },
    freeze: () => child.signal('SIGSTOP'),
    thaw: () => child.signal('SIGCONT'),
    async restart(changes) {
      await child.stop();
      await start(changes);
    },
    stop: () => child.stop(),
  };
}

function spawnService(options: ServiceOptions, changes: Readonly<Record<string, string>>): Promise<Child> {
  return startChild({
    command: [process.execPath, ...(options.nodeArguments ?? []), options.entry],
    cwd: root,
    logFile: options.logFile,
    environment: { PATH: process.env['PATH'] ?? '', ...COMPILED, ...options.environment, ...changes },
  });
}

/** Waits until it is ready. Rejects with what it wrote from `logFrom` on when it ends, fails or stays unready. */
async function untilReady(
  { name, logFile, readyUrl }: ServiceOptions,
  child: Child,
  logFrom: number,
): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (!child.running()) throw new Error(`${name} ${await child.ended}:\n${await lastWords(logFile)}`);
    const failure = await failureUnderWatch(logFile, logFrom);
    if (failure) {
      await child.stop();
      throw new Error(`${name} does not run:\n${failure.words}`);
    }
    const ready = await fetch(`${readyUrl}/health/ready`).catch(() => undefined);
    if (ready?.ok) return;
    await sleep(100);
  }
  await child.stop();
  throw new Error(`${name} did not become ready:\n${await lastWords(logFile)}`);
}
