import { access, constants, mkdir, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../cache.ts';
import { readEngineConfig } from '../engines/index.ts';
import { isPortFree } from '../free-port.ts';
import { DATA, PORTS, type PortName, ROOT } from '../house/places.ts';
import { exists } from '../install/install-tool.ts';
import { onPath } from '../run-command.ts';
import { type Finding, ill, note, reason, well } from './finding.ts';
import { lookAtGivenMongo, lookAtRedis } from './look-at-engines.ts';

const NODE = 24;
const MEGABYTES = 3_000;

/** What the machine must have before anything starts. */
export async function lookAtMachine(isRunning: boolean): Promise<Finding[]> {
  return [
    node(),
    await packages(),
    await disk('disk of the checkout', DATA),
    await disk('disk of the tools', cacheFolder()),
    ...(isRunning ? [] : await ports()),
    ...(await engines()),
  ];
}

function node(): Finding {
  const version = process.versions.node;
  if (Number.parseInt(version, 10) >= NODE) return well('Node', version);
  return ill(
    'Node',
    `${version} is too old`,
    `install Node ${NODE}, or run \`npm ci\` on Linux, which brings it`,
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

async function disk(name: string, folder: string): Promise<Finding> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = Math.floor((bavail * bsize) / 1_000_000);
    if (free >= MEGABYTES) return well(name, `${(free / 1_000).toFixed(0)} GB free in ${folder}`);
    return ill(
      name,
      `${free} MB free in ${folder}`,
      `make room: ${MEGABYTES} MB are enough for tools, data and pictures`,
    );
  } catch (error) {
    return ill(name, `${folder} cannot be written: ${reason(error)}`, 'give it to the user who runs this');
  }
}

async function ports(): Promise<Finding[]> {
  const taken: string[] = [];
  for (const name of Object.keys(PORTS) as PortName[]) {
    if (!(await isPortFree(PORTS[name]))) taken.push(String(PORTS[name]));
  }
  if (taken.length === 0) return [well('ports', `${PORTS.hub} to ${PORTS.payments} are free`)];
  return [note('ports', `taken: ${taken.join(', ')}; \`npm start\` takes the next free ones and says which`)];
}

/** Which way MongoDB and Redis will come from; those that somebody brings are looked at. */
async function engines(): Promise<Finding[]> {
  let config: ReturnType<typeof readEngineConfig>;
  try {
    config = readEngineConfig();
  } catch (error) {
    return [ill('environment', reason(error), 'correct the variable, or unset it')];
  }
  const found = await Promise.all([
    config.mongodbUrl
      ? lookAtGivenMongo(config.mongodbUrl)
      : source('MongoDB', ['mongod'], 'ferretdb-', 'Go and a Debian mirror, or MongoDB’s download'),
    config.redisUrl
      ? lookAtRedis(config.redisUrl, 'start it, or correct REDIS_URL')
      : source('Redis', ['redis-server', 'valkey-server'], 'redis-', 'a Debian mirror'),
  ]);
  return found.flat();
}

async function source(name: string, programs: string[], tool: string, network: string): Promise<Finding> {
  const program = await onPath(...programs);
  if (program) return well(name, program);
  const tools = await readdir(join(cacheFolder(), 'tools')).catch(() => []);
  const installed = tools.find((folder) => folder.startsWith(tool) && !folder.endsWith('.partial'));
  if (installed) return well(name, `${installed}, installed before`);
  return note(name, `none on this machine; the first \`npm start\` fetches one, which needs ${network}`);
}
