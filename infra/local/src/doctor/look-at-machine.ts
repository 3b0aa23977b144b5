import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA, engineData, PORTS, type PortName, ROOT, START_MEGABYTES, STORED } from '../app/places.ts';
import { cacheFolder } from '../cache.ts';
import { type EngineConfig, readEngineConfig } from '../engines/index.ts';
import { isPortFree } from '../free-port.ts';
import { exists } from '../install/install-tool.ts';
import { holderOf } from '../lock.ts';
import { readSecrets } from '../stack/secrets.ts';
import { type Finding, ill, note, reason, well } from './finding.ts';
import { lookAtGivenMongo, lookAtRedis } from './look-at-engines.ts';
import { lookAtTestTools, lookForMongo, lookForRedis } from './look-at-tools.ts';

const NODE = 24;
/** Enough for tools, data and pictures. */
const MEGABYTES = 3_000;
/** Size of the built web app. */
const BUILD_MEGABYTES = 100;

/** Checks the requirements of a start. */
export async function lookAtMachine(isRunning: boolean): Promise<Finding[]> {
  let config: EngineConfig;
  try {
    config = readEngineConfig();
  } catch (error) {
    return [ill('environment', reason(error), 'correct the variable, or unset it')];
  }
  const found = await engines(config);
  const megabytes = found.every(({ state }) => state === 'well') ? START_MEGABYTES : MEGABYTES;
  return [
    node(),
    await packages(),
    await disk('disk of the data', DATA, megabytes, 'HEARTLINE_DATA'),
    await disk('disk of the tools', cacheFolder(), megabytes, 'XDG_CACHE_HOME'),
    await disk('disk of the checkout', join(ROOT, 'apps/web'), BUILD_MEGABYTES),
    ...(await folders()),
    ...(isRunning ? [] : [...(await ports()), ...(await others())]),
    ...found,
    ...(await lookAtTestTools()),
  ];
}

function node(): Finding {
  const version = process.versions.node;
  if (Number.parseInt(version, 10) >= NODE) return well('Node', version);
  return ill(
    'Node',
    `${version} is too old`,
    `install Node ${NODE}, or run \`npm ci\` on Linux on x64, which brings it`,
  );
}

async function packages(): Promise<Finding> {
  const lacking = [];
  for (const name of ['fastify', 'mongoose', 'bullmq', 'vite']) {
    if (!(await exists(join(ROOT, 'node_modules', name)))) lacking.push(name);
  }
  if (lacking.length === 0) return well('packages', 'installed');
  return ill('packages', `missing: ${lacking.join(', ')}`, 'run `npm ci` at the top of the checkout');
}

/** Tools that are installed need no room any more. */
async function disk(name: string, folder: string, megabytes: number, variable?: string): Promise<Finding> {
  const another = variable ? `, or name another by ${variable}` : '';
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = Math.floor((bavail * bsize) / 1_000_000);
    if (free >= megabytes) return well(name, `${(free / 1_000).toFixed(0)} GB free in ${folder}`);
    return ill(name, `${free} MB free in ${folder}`, `make room: ${megabytes} MB are enough${another}`);
  } catch (error) {
    return ill(
      name,
      `${folder} cannot be written: ${reason(error)}`,
      `give it to the user who runs this${another}`,
    );
  }
}

/** Checks the folders a start writes to. A file of another user, such as root, stops a start. */
async function folders(): Promise<Finding[]> {
  const stored = STORED.map((name) => join(DATA, name));
  const cache = ['tools', 'locks', 'drawings', 'data'].map((name) => join(cacheFolder(), name));
  const engines = [engineData('mongo'), engineData('redis')];
  const build = [join(ROOT, 'apps/web'), join(ROOT, 'apps/web/dist')];
  const findings: Finding[] = [];
  for (const path of [...stored, ...cache, ...engines, ...build]) {
    // A start creates missing folders.
    if (!(await exists(path))) continue;
    await access(path, constants.R_OK | constants.W_OK).catch((error: unknown) =>
      findings.push(ill('folder', reason(error), `give ${path} to the user who runs this`)),
    );
  }
  await readSecrets(join(DATA, 'secrets.json')).catch((error: unknown) =>
    findings.push(ill('keys', reason(error), 'delete that file')),
  );
  return findings;
}

/** Finds processes that prevent a start: another start of this checkout, or a user of its data. */
async function others(): Promise<Finding[]> {
  const places = {
    Heartline: join(DATA, 'lock'),
    MongoDB: join(engineData('mongo'), 'lock'),
    Redis: join(engineData('redis'), 'lock'),
  };
  const findings: Finding[] = [];
  for (const [name, folder] of Object.entries(places)) {
    const holder = await holderOf(folder);
    if (holder !== undefined)
      findings.push(
        ill(name, `process ${holder} starts, ends or uses it`, `wait for process ${holder}, or end it`),
      );
  }
  return findings;
}

async function ports(): Promise<Finding[]> {
  const taken: string[] = [];
  for (const name of Object.keys(PORTS) as PortName[]) {
    if (!(await isPortFree(PORTS[name]))) taken.push(String(PORTS[name]));
  }
  if (taken.length === 0) return [well('ports', `${PORTS.devHub} to ${PORTS.payments} are free`)];
  return [note('ports', `taken: ${taken.join(', ')}; \`npm start\` takes the next free ones and says which`)];
}

/** Finds the source of MongoDB and Redis, and checks those of the user. */
async function engines(config: EngineConfig): Promise<Finding[]> {
  const found = await Promise.all([
    config.mongodbUrl ? lookAtGivenMongo(config.mongodbUrl) : lookForMongo(),
    config.redisUrl ? lookAtRedis(config.redisUrl, 'start it, or correct REDIS_URL') : lookForRedis(),
  ]);
  return found.flat();
}
