import { join } from 'node:path';
import { choosePort } from '../free-port.ts';
import { exists } from '../install/install-tool.ts';
import { downloadMongod } from '../install/mongod-download.ts';
import { type Progress, silent } from '../progress.ts';
import { temporaryData } from '../temporary-data.ts';
import {
  DataInUseError,
  type Engine,
  givenEngine,
  type OwnEngine,
  type Purpose,
  runEngine,
} from './engine.ts';
import { clusterFolder, prepareFerretDb } from './ferretdb.ts';
import { withMongo } from './mongo-client.ts';
import { mongodFolder, prepareMongod } from './mongod.ts';
import { isNewEnough, newEnoughOnPath, OLDEST_MONGODB } from './new-enough.ts';

export interface MongoOptions {
  /** A MongoDB that the user brings (`MONGODB_URL`): then nothing is started. */
  url?: string;
  /** The data folder. Without it the data is temporary: `stop` deletes it. */
  dataDir?: string;
  /** Default: a free one. */
  port?: number;
  purpose?: Purpose;
  log?: Progress;
}

/**
 * A MongoDB, from wherever this machine can have one:
 *   1. the `url` given   2. `mongod` on PATH   3. MongoDB's download   4. FerretDB on PostgreSQL from Debian packages
 * The engine says which rung was taken and why those above were not.
 * Throws when the given one doesn't answer, the port or the data is in use, or no rung holds: then the error
 * names all ways.
 */
export async function startMongo(options: MongoOptions = {}): Promise<Engine> {
  const { url, log = silent } = options;
  if (url) return takeGiven(url, log);
  const port = await choosePort(options.port, 'MongoDB');
  const dataDir = options.dataDir ?? (await temporaryData('mongo'));
  const temporary = options.dataDir === undefined;
  const settings = { dataDir, port, purpose: options.purpose ?? 'app' };
  const skipped: string[] = ['MONGODB_URL is not set'];
  for (const rung of await rungsFor(dataDir)) {
    try {
      const prepared = await prepare[rung](settings, log);
      if (typeof prepared === 'string') {
        skipped.push(prepared);
        continue;
      }
      const engine = await runEngine({ ...prepared, rung, skipped, dataDir, temporary });
      log('MongoDB', `${engine.description} at ${engine.url}`);
      return engine;
    } catch (error) {
      if (error instanceof DataInUseError) throw error;
      skipped.push(`${rungNames[rung]}: ${(error as Error).message}`);
    }
  }
  throw new Error(`${fourWays}\n${skipped.map((why) => `  - ${why}`).join('\n')}`);
}

type Rung = Exclude<Engine['rung'], 'given'>;

const rungNames: Record<Rung, string> = {
  path: 'mongod on PATH',
  download: "MongoDB's download",
  packages: 'FerretDB on PostgreSQL',
};

const fourWays =
  'There is no MongoDB on this machine and none could be started. Do one of these:\n' +
  '  1. set MONGODB_URL to a MongoDB you have (a replica set, a sharded cluster, Atlas)\n' +
  '  2. install MongoDB so that `mongod` is on PATH\n' +
  '  3. let this machine reach https://fastdl.mongodb.org, from where mongod is downloaded\n' +
  '  4. on Debian or Ubuntu with Go installed: let it reach a Debian mirror and the Go module proxy\n' +
  'Why each of them failed:';

/** Data stays with the engine that wrote it, also when a better one was installed since. */
async function rungsFor(dataDir: string): Promise<Rung[]> {
  if (await exists(join(dataDir, clusterFolder))) return ['packages'];
  if (await exists(join(dataDir, mongodFolder))) return ['path', 'download'];
  return ['path', 'download', 'packages'];
}

type Settings = { dataDir: string; port: number; purpose: Purpose };
type Prepared = Pick<OwnEngine, 'url' | 'description' | 'launch'>;

/** Prepares each source; returns a sentence that says why it is not available. */
const prepare: Record<Rung, (settings: Settings, log: Progress) => Promise<Prepared | string>> = {
  path: async (settings) => {
    const { found, skipped } = await newEnoughOnPath(['mongod'], OLDEST_MONGODB);
    return found ? prepareMongod(found.path, settings) : skipped.join('; ');
  },
  download: async (settings, log) => prepareMongod(await downloadMongod(log), settings),
  packages: prepareFerretDb,
};

async function takeGiven(url: string, log: Progress): Promise<Engine> {
  const about = await withMongo(url, (admin) => admin.command({ buildInfo: 1 }), {
    timeoutMs: 5000,
    direct: false,
  }).catch((error: Error) => {
    throw new Error(`MONGODB_URL is set, but nothing answers there: ${error.message}`, { cause: error });
  });
  const kind = about['ferretdb'] ? 'FerretDB' : 'MongoDB';
  if (!about['ferretdb'] && !isNewEnough(String(about['version']), OLDEST_MONGODB))
    throw new Error(
      `MONGODB_URL leads to MongoDB ${about['version']}, which is too old: use MongoDB ${OLDEST_MONGODB} or newer.`,
    );
  const engine = givenEngine(url, `${kind} ${about['version']} given by MONGODB_URL`);
  log('MongoDB', engine.description);
  return engine;
}
