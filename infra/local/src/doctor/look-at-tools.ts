import { toolFolder } from '../cache.ts';
import { canInstallChromium, findChromium } from '../install/chromium.ts';
import { FERRETDB, type GoTool, goProgram, K6, TOXIPROXY } from '../install/go-tools.ts';
import { exists } from '../install/install-tool.ts';
import { downloadedMongod } from '../install/mongod-download.ts';
import { POSTGRES, postgresServer } from '../install/postgres.ts';
import { REDIS, redisServer } from '../install/redis.ts';
import { onPath, runCommand } from '../run-command.ts';
import { type Finding, ill, note, reason, well } from './finding.ts';

const PATIENCE_MS = 10_000;

/** A tool of the cache, and how its program is called. */
interface Part {
  name: string;
  version: string;
  command(folder: string): [string, ...string[]];
}

const ofGo = (tool: GoTool): Part => ({ ...tool, command: (folder) => [goProgram(tool, folder)] });

/** Where MongoDB comes from when none is brought: as far as `npm start` would find it on this machine. */
export async function lookForMongo(): Promise<Finding> {
  const mongod = (await onPath('mongod')) ?? (await downloadedMongod());
  if (mongod) return program('MongoDB', mongod);
  const parts = [ofGo(FERRETDB), { ...POSTGRES, command: postgresServer }];
  return installed('MongoDB', parts, 'Go and a Debian mirror, or MongoDB’s download');
}

/** The same of Redis. */
export async function lookForRedis(): Promise<Finding> {
  const server = await onPath('redis-server', 'valkey-server');
  if (server) return program('Redis', server);
  return installed('Redis', [{ ...REDIS, command: redisServer }], 'a Debian mirror');
}

/** What tests and load runs need beside the rest; nobody needs it to start. */
export async function lookAtTestTools(): Promise<Finding[]> {
  return [await go(), await browser()];
}

async function go(): Promise<Finding> {
  const program = await onPath('go');
  if (program) return well('Go', program);
  const parts = [ofGo(TOXIPROXY), ofGo(K6)];
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

/** What `npm start` unpacked or built; half of it is none. */
async function installed(name: string, parts: readonly Part[], network: string): Promise<Finding> {
  const { here, missing } = await sorted(parts);
  for (const part of here) {
    const folder = toolFolder(part.name, part.version);
    const why = await whyNotRunning(part.command(folder));
    if (why) return ill(name, `${titleOf(part)} does not run: ${why}`, `delete ${folder} and start again`);
  }
  if (missing.length === 0) return well(name, `${here.map(titleOf).join(' on ')}, installed before`);
  const lacking = here.length === 0 ? 'none on this machine' : `lacks ${missing.map(titleOf).join(', ')}`;
  return note(name, `${lacking}; the next \`npm start\` fetches it, which needs ${network}`);
}

const titleOf = ({ name, version }: Part) => `${name} ${version}`;

async function sorted(parts: readonly Part[]): Promise<{ here: Part[]; missing: Part[] }> {
  const [here, missing]: [Part[], Part[]] = [[], []];
  for (const part of parts) ((await exists(toolFolder(part.name, part.version))) ? here : missing).push(part);
  return { here, missing };
}

async function whyNotRunning([command, ...words]: [string, ...string[]]): Promise<string | undefined> {
  return runCommand(command, [...words, '--version'], { timeoutMs: PATIENCE_MS }).then(
    () => undefined,
    // Its last line says most; a program that says nothing has the one that names it.
    (error: unknown) => String(error).trim().split('\n').at(-1),
  );
}
