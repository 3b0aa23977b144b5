import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { choosePort } from '../free-port.ts';
import { ensureRedis } from '../install/redis.ts';
import { startChild } from '../process-group.ts';
import { type Progress, silent } from '../progress.ts';
import { runCommand } from '../run-command.ts';
import { temporaryData } from '../temporary-data.ts';
import { type Engine, givenEngine, type OwnEngine, runEngine, waitUntil } from './engine.ts';
import { newEnoughOnPath, OLDEST_REDIS } from './new-enough.ts';

/** Programs that are a Redis, as they are looked for on PATH. */
export const REDIS_SERVERS = ['redis-server', 'valkey-server'] as const;

export interface RedisOptions {
  /** A Redis, or a cluster of them, that the user brings (`REDIS_URL`): then nothing is started. */
  url?: string;
  /** The data folder. Without it the data is temporary: `stop` deletes it. */
  dataDir?: string;
  /** Default: a free one. */
  port?: number;
  /** Settings of the server beside ours. */
  settings?: Readonly<Record<string, string>>;
  log?: Progress;
}

/**
 * Starts a Redis: the given `url`, `redis-server` or `valkey-server` on PATH, or Debian’s package in the cache.
 *
 * Our own appends every write to a file, synced each second, and refuses writes when full, since queues must not be
 * evicted. Throws when the given one does not answer, the port or data is in use, or no source works.
 */
export async function startRedis({ url, log = silent, ...options }: RedisOptions = {}): Promise<Engine> {
  if (url) return takeGiven(url, log);
  const port = await choosePort(options.port, 'Redis');
  const { command, rung, skipped, version } = await findServer(log);
  const dataDir = options.dataDir ?? (await temporaryData('redis'));
  const name = command.at(-1)?.includes('valkey') ? 'Valkey' : 'Redis';
  const description = `${name} ${version} (${command.at(-1)})`;
  const here = `redis://127.0.0.1:${port}`;
  const launch: OwnEngine['launch'] = async (started) => {
    await mkdir(dataDir, { recursive: true });
    const child = await startChild({
      command: [...command, ...settings(dataDir, port, options.settings)],
      logFile: join(dataDir, 'redis.log'),
      cwd: dataDir,
    });
    await started(child);
    await waitUntil('Redis', child, () => answersRedis('127.0.0.1', port));
  };
  const temporary = options.dataDir === undefined;
  const engine = await runEngine({ url: here, rung, skipped, description, dataDir, launch, temporary });
  log('Redis', `${description} at ${here}`);
  return engine;
}

type Found = Pick<Engine, 'rung' | 'skipped'> & { command: [string, ...string[]]; version: string };

async function findServer(log: Progress): Promise<Found> {
  const onPath = await newEnoughOnPath(REDIS_SERVERS, OLDEST_REDIS);
  const skipped = ['REDIS_URL is not set', ...onPath.skipped];
  const { found } = onPath;
  if (found) return { command: [found.path], version: found.version, rung: 'path', skipped };
  try {
    const command = await ensureRedis(log);
    const about = await runCommand(command[0], [...command.slice(1), '--version']);
    return { command, version: /v=(\d+\.\d+\.\d+)/.exec(about)?.[1] ?? '', rung: 'packages', skipped };
  } catch (error) {
    throw new Error(
      `There is no Redis on this machine (${onPath.skipped.join('; ')}). Set REDIS_URL, install redis-server ${OLDEST_REDIS} or ` +
        'newer or valkey-server so that it is on PATH, or let this machine reach a Debian mirror ' +
        `(${(error as Error).message}).`,
      { cause: error },
    );
  }
}

function settings(dataDir: string, port: number, more: RedisOptions['settings']): string[] {
  const given = {
    port: String(port),
    bind: '127.0.0.1',
    dir: dataDir,
    appendonly: 'yes',
    appendfsync: 'everysec',
    'maxmemory-policy': 'noeviction',
    save: '',
    daemonize: 'no',
    loglevel: 'warning',
    ...more,
  };
  return Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
}

/** True if a Redis answers there and has loaded its data. One that asks for a password counts. */
function answersRedis(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port }, () => socket.write('PING\r\n'));
    socket.setTimeout(3000, () => socket.destroy(new Error('no answer within 3 s')));
    socket.once('error', reject);
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(/^(\+PONG|-NOAUTH)/.test(String(answer)));
    });
  });
}

async function takeGiven(url: string, log: Progress): Promise<Engine> {
  const { createClient } = await import('redis');
  // Of a cluster, the first node it names: what it is called and how to reach it, the services find out themselves.
  const first = url.replace('+cluster:', ':').replace(/,.*$/, '');
  const client = createClient({ url: first, socket: { connectTimeout: 5000, reconnectStrategy: false } });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const version = /(?:redis|valkey)_version:(\S+)/.exec(await client.info('server'))?.[1];
    const engine = givenEngine(url, `Redis ${version} given by REDIS_URL`);
    log('Redis', engine.description);
    return engine;
  } catch (error) {
    throw new Error(`REDIS_URL is set, but nothing answers there: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    if (client.isOpen) client.destroy();
  }
}
