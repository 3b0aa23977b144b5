import { createHash } from 'node:crypto';
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder, lockFolder } from '../cache.ts';
import { deleteData } from '../engines/index.ts';
import { isPortFree } from '../free-port.ts';
import { exists } from '../install/install-tool.ts';
import { type HeldLock, tryLock } from '../lock.ts';
import type { Progress } from '../progress.ts';
import { readPlaceConfig } from './config.ts';

/** The top of the checkout. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const config = placeConfig();
/** The data of a running Heartline, below the checkout by default: secrets, pictures, payments, logs. */
export const DATA = config.data ?? join(ROOT, '.heartline');
/** The payment providers that this Heartline uses at its sandbox. */
export const PAYMENTS = config.payments;

/** Every command needs these places, so the first one to run reports a wrong setting. */
function placeConfig(): ReturnType<typeof readPlaceConfig> {
  try {
    return readPlaceConfig();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/**
 * Name of the demo’s database, keys and queues in a database of the user. It differs from the default name of a site, which
 * may use the same database.
 */
export const GUEST_NAME = 'heartline-demo';

/** Free disk space that a start asks for where all tools are installed. */
export const START_MEGABYTES = 600;

/** Everything of ours in `DATA`. The user may have named a folder with other files, which are not ours. */
export const STORED = [
  'lock',
  'secrets.json',
  'secrets.json.new',
  'running.json',
  'payments.json',
  'payments.json.new',
  'media',
  'logs',
  'mongo',
  'redis',
];

/** Deletes what is kept, and the folder if nothing else is in it. */
export async function deleteStored(data = DATA): Promise<void> {
  for (const name of STORED) await rm(join(data, name), { recursive: true, force: true });
  await rmdir(data).catch(() => undefined);
}

/**
 * The data folder of a database of this checkout: in the cache, since its sockets need short paths, or in the folder the
 * user named. `npm run reset` deletes both.
 */
export function engineData(engine: 'mongo' | 'redis'): string {
  if (config.data) return join(config.data, engine);
  const checkout = createHash('sha256').update(ROOT).digest('hex').slice(0, 8);
  return join(dataFolder(`house-${checkout}`), engine);
}

/**
 * Deletes the data of databases whose checkout was deleted and cloned again. Such a checkout has no keys, pictures or
 * payments, since the first start makes the keys.
 */
export async function deleteOrphans(
  log: Progress,
  stored = { data: DATA, engines: [engineData('mongo'), engineData('redis')] },
): Promise<void> {
  if (config.data) return;
  for (const name of ['secrets.json', 'media', 'payments.json'])
    if (await exists(join(stored.data, name))) return;
  let isLeft = false;
  for (const engine of stored.engines) {
    isLeft = (await exists(engine)) || isLeft;
    await deleteData(engine);
  }
  if (isLeft)
    log('data', 'of a checkout that stood here before, without its pictures and keys: begins afresh');
}

/** Keeps a second Heartline of this checkout away. Throws a sentence that names the process that runs it. */
export async function claimData(): Promise<HeldLock> {
  const lock = await tryLock(join(DATA, 'lock'));
  if ('release' in lock) return lock;
  throw new Error(
    `Heartline of this checkout runs already, as process ${lock.holder}: open its hub ` +
      `(http://localhost:${PORTS.devHub} unless it named another), or stop it first (Ctrl-C there, or kill ${lock.holder}).`,
  );
}

/** Ports people see, the same on every start, because cookies and links remember them. */
export const PORTS = {
  devHub: config.port,
  a: config.port + 1,
  b: config.port + 2,
  mailbox: config.port + 3,
  push: config.port + 4,
  payments: config.port + 5,
};

export type PortName = keyof typeof PORTS;

const NAMES: Readonly<Record<PortName, string>> = {
  devHub: 'the hub',
  a: 'gateway a',
  b: 'gateway b',
  mailbox: 'the mailbox',
  push: 'the push inbox',
  payments: 'the payment sandbox',
};

/**
 * The usual ports, or for each one that is taken the next free one, said in a sentence. Until `release` the house of no
 * other checkout takes them: they are bound when all before is done, which may be a minute later.
 */
export async function choosePorts(log: Progress): Promise<HeldLock & { ports: Record<PortName, number> }> {
  const ports = {} as Record<PortName, number>;
  const locks: HeldLock[] = [];
  for (const name of Object.keys(PORTS) as PortName[]) {
    const wanted = PORTS[name];
    let claim = await claimPort(wanted);
    ports[name] = wanted;
    if ('taken' in claim) {
      const { taken } = claim;
      for (let port = wanted + 10; 'taken' in claim; port += 1) {
        claim = await claimPort(port);
        ports[name] = port;
      }
      log(`port ${wanted} is taken`, `${NAMES[name]} is at ${ports[name]} this time (who has it: ${taken})`);
    }
    locks.push(claim);
  }
  const release = async () => {
    for (const lock of locks) await lock.release();
  };
  return { ports, release };
}

/** A port for this house alone, or who has it. */
async function claimPort(port: number): Promise<HeldLock | { taken: string }> {
  const lock = await tryLock(lockFolder(`port-${port}`));
  if ('holder' in lock) return { taken: `process ${lock.holder}` };
  if (await isPortFree(port)) return lock;
  await lock.release();
  return { taken: `ss -ltnp 'sport = :${port}'` };
}
