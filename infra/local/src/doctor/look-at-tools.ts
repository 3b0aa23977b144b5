import { join } from 'node:path';
import { engineData } from '../app/places.ts';
import { toolFolder } from '../cache.ts';
import { clusterFolder } from '../engines/ferretdb.ts';
import { newEnoughOnPath, OLDEST_MONGODB, OLDEST_REDIS } from '../engines/new-enough.ts';
import { whyNoCluster, whyNoPostgres } from '../engines/postgres.ts';
import { REDIS_SERVERS } from '../engines/redis.ts';
import { canInstallChromium, findChromium } from '../install/chromium.ts';
import { whyNoDebianPackages } from '../install/debian-packages.ts';
import {
  FERRETDB,
  type GoTool,
  goProgram,
  K6,
  STRIPE_MOCK,
  TOXIPROXY,
  whyNoGo,
} from '../install/go-tools.ts';
import { exists } from '../install/install-tool.ts';
import { downloadedMongod, whyNoDownload } from '../install/mongod-download.ts';
import { POSTGRES, postgresServer } from '../install/postgres.ts';
import { REDIS, redisServer } from '../install/redis.ts';
import { onPath, runCommand } from '../run-command.ts';
import { type Finding, ill, note, reason, well } from './finding.ts';

const TIMEOUT_MS = 10_000;

/** A tool of the cache, and how its program is called. */
interface Part {
  name: string;
  version: string;
  command(folder: string): [string, ...string[]];
  /** Why a start could not fetch it on this machine, or `undefined` when it could, the network allowing. */
  whyNot(): Promise<string | undefined>;
}

const ofGo = (tool: GoTool): Part => ({
  ...tool,
  command: (folder) => [goProgram(tool, folder)],
  whyNot: whyNoGo,
});

/** Finds the MongoDB that `npm start` would use on this machine, if the user brings none. */
export async function lookForMongo(): Promise<Finding> {
  const { found, skipped } = await newEnoughOnPath(['mongod'], OLDEST_MONGODB);
  if (found) return well('MongoDB', `${found.path}, version ${found.version}`);
  const downloaded = await downloadedMongod();
  if (downloaded) return program('MongoDB', downloaded);
  const why = whyNoCluster(join(engineData('mongo'), clusterFolder));
  if (why) return ill('MongoDB', why, 'a shorter path, or MongoDB on PATH');
  return installed('MongoDB', {
    parts: [ofGo(FERRETDB), { ...POSTGRES, command: postgresServer, whyNot: whyNoServer }],
    network: 'Go and a Debian mirror, or MongoDB’s download',
    skipped,
    whyNoOther: whyNoDownload,
    fix: `set MONGODB_URL, install MongoDB ${OLDEST_MONGODB} or newer, or mend what is named`,
  });
}

const whyNoServer = async () => (await whyNoDebianPackages()) ?? whyNoPostgres();

/** The same of Redis. */
export async function lookForRedis(): Promise<Finding> {
  const { found, skipped } = await newEnoughOnPath(REDIS_SERVERS, OLDEST_REDIS);
  if (found) return well('Redis', `${found.path}, version ${found.version}`);
  return installed('Redis', {
    parts: [{ ...REDIS, command: redisServer, whyNot: whyNoDebianPackages }],
    network: 'a Debian mirror',
    skipped,
    fix: `set REDIS_URL, install Redis ${OLDEST_REDIS} or newer, or mend what is named`,
  });
}

/** Checks the tools of tests and load runs, which a start does not need. */
export async function lookAtTestTools(): Promise<Finding[]> {
  return [await go(), await browser()];
}

async function go(): Promise<Finding> {
  const program = await onPath('go');
  if (program) return well('Go', program);
  const parts = [ofGo(TOXIPROXY), ofGo(STRIPE_MOCK), ofGo(K6)];
  const { missing } = await sorted(parts);
  if (missing.length === 0) return well('Go', 'none, and what tests need of it was built before');
  return note('Go', 'none on PATH; `npm test` and `npm run load` build tools with it: https://go.dev/dl');
}

async function browser(): Promise<Finding> {
  try {
    const program = await findChromium();
    if (program) return well('Chromium', program);
  } catch (error) {
    return ill('Chromium', reason(error), 'correct CHROMIUM_PATH, or unset it');
  }
  if (await canInstallChromium()) return note('Chromium', 'none on PATH; the first `npm test` installs it');
  return note('Chromium', 'none on PATH; `npm test` needs one: sudo apt-get install chromium');
}

/** A program that is on this machine already. */
async function program(name: string, path: string): Promise<Finding> {
  const why = await whyNotRunning([path]);
  return why ? ill(name, `${path} does not run: ${why}`, 'mend it, or take it away') : well(name, path);
}

/** A tool that a start unpacks or builds if no server is on PATH. */
interface Fetched {
  parts: readonly Part[];
  network: string;
  /** Why no server on PATH is taken. */
  skipped: readonly string[];
  /** Why the last other way does not hold either; none is no other way. */
  whyNoOther?(): Promise<string | undefined>;
  fix: string;
}

/** Checks a tool that `npm start` unpacked or built completely. If it is missing, checks that a start can fetch it. */
async function installed(name: string, fetched: Fetched): Promise<Finding> {
  const { network, fix } = fetched;
  const { here, missing } = await sorted(fetched.parts);
  for (const part of here) {
    const folder = toolFolder(part.name, part.version);
    const why = await whyNotRunning(part.command(folder));
    if (why) return ill(name, `${titleOf(part)} does not run: ${why}`, `delete ${folder} and start again`);
  }
  if (missing.length === 0) return well(name, `${here.map(titleOf).join(' on ')}, installed before`);
  const passedOver = fetched.skipped.filter((why) => !why.endsWith('is not on PATH'));
  const none = here.length === 0 ? 'none on this machine' : `lacks ${missing.map(titleOf).join(', ')}`;
  const lacking = [...passedOver, none].join('; ');
  const reasons = (await Promise.all(missing.map((part) => part.whyNot()))).filter(
    (why) => why !== undefined,
  );
  if (reasons.length > 0) {
    const other = await fetched.whyNoOther?.();
    const isLast = fetched.whyNoOther === undefined || other !== undefined;
    if (isLast) return ill(name, [lacking, ...new Set(reasons), ...(other ? [other] : [])].join('; '), fix);
  }
  return note(name, `${lacking}; the next \`npm start\` fetches it, which needs ${network}`);
}

const titleOf = ({ name, version }: Part) => `${name} ${version}`;

async function sorted(parts: readonly Part[]): Promise<{ here: Part[]; missing: Part[] }> {
  const [here, missing]: [Part[], Part[]] = [[], []];
  for (const part of parts) ((await exists(toolFolder(part.name, part.version))) ? here : missing).push(part);
  return { here, missing };
}

async function whyNotRunning([command, ...words]: [string, ...string[]]): Promise<string | undefined> {
  return runCommand(command, [...words, '--version'], { timeoutMs: TIMEOUT_MS }).then(
    () => undefined,
    // Its last line says most; a program that says nothing has the one that names it.
    (error: unknown) => String(error).trim().split('\n').at(-1),
  );
}
