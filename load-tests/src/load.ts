import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { logIn, messageCreated, messageSend } from '@heartline/contracts';
import { startWorld } from '@heartline/testing';
import { createPasswords, ensureK6 } from '@heartline/testing/bench-access';
import type { WorldFile } from '../lib/world-file.ts';
import { printSummary, type Summary } from './print-summary.ts';

/**
 * `node load-tests/src/load.ts <scenario> [--summary=FILE] [--url=ORIGIN … --members=FILE]`
 *
 * Runs a k6 scenario against a world of its own, or against gateways that run already: then `--members` names a JSON
 * file `[{ "id", "email", "password" }, …]` of members with credits. The exit code is k6's: thresholds and checks.
 */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const NAMES = { logIn: logIn.path, messageSend: messageSend.name, messageCreated: messageCreated.name };
const MEMBERS = 40;
const PASSWORD = 'a-long-enough-password';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    summary: { type: 'string' },
    url: { type: 'string', multiple: true },
    members: { type: 'string' },
  },
});
/** A run that takes longer hangs; whatever it started ends with it. */
const DEADLINE_MS = 180_000;
setTimeout(() => {
  console.error(`No end after ${DEADLINE_MS / 1_000} s, given up.`);
  process.exit(1);
}, DEADLINE_MS).unref();

process.exit(await run(positionals[0] ?? 'smoke'));

async function run(scenario: string): Promise<number> {
  const k6 = await ensureK6((step, detail) => console.log(detail ? `${step}: ${detail}` : step));
  const dir = await mkdtemp(join(tmpdir(), 'heartline-load-'));
  const summaryFile = resolve(values.summary ?? here(`../reports/${scenario}.json`));
  await mkdir(dirname(summaryFile), { recursive: true });
  const world = await openWorld();
  try {
    await writeFile(join(dir, 'world.json'), JSON.stringify(world.file));
    const code = await runK6(k6, scenario, { WORLD: join(dir, 'world.json'), SUMMARY: summaryFile });
    printSummary(JSON.parse(await readFile(summaryFile, 'utf8')) as Summary);
    console.log(`k6 ended with ${code}; everything it counted: ${summaryFile}`);
    const broken = await world.violations();
    for (const violation of broken) console.error('the books do not add up:', violation);
    return code === 0 && broken.length > 0 ? 1 : code;
  } finally {
    await world.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

interface OpenWorld {
  file: WorldFile;
  violations(): Promise<unknown[]>;
  stop(): Promise<void>;
}

function openWorld(): Promise<OpenWorld> {
  return values.url ? runningWorld(values.url) : ownWorld();
}

async function runningWorld(urls: readonly string[]): Promise<OpenWorld> {
  if (!values.members)
    throw new Error('--url also needs --members=FILE: members with credits, to sign in as.');
  const members = JSON.parse(await readFile(values.members, 'utf8')) as WorldFile['members'];
  const gateways = urls.map((origin) => ({ origin, address: loopback(origin) }));
  return {
    file: { gateways, names: NAMES, members },
    violations: async () => [],
    stop: async () => undefined,
  };
}

/** `http://a.localhost:3000` is on this machine; other hosts are left to the name service. */
function loopback(origin: string): string {
  const url = new URL(origin);
  if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1';
  return url.origin;
}

async function ownWorld(): Promise<OpenWorld> {
  const world = await startWorld({ gateways: 2, workers: 1 });
  const passwordHash = await createPasswords().hash(PASSWORD);
  const wish = { premium: true, credits: 1_000, account: { passwordHash } };
  const people = await world.people(...Array.from({ length: MEMBERS }, () => wish));
  return {
    file: {
      gateways: world.gateways.map(({ origin, address }) => ({ origin, address })),
      names: NAMES,
      members: people.map(({ id, email }) => ({ id, email, password: PASSWORD })),
    },
    violations: () => world.violations(),
    stop: () => world.stop(),
  };
}

/** Runs k6 on one scenario file and answers its exit code; it reports to nobody and opens no port. */
function runK6(k6: string, scenario: string, environment: Record<string, string>): Promise<number> {
  const variables = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const child = spawn(
    k6,
    ['run', '--quiet', '--no-usage-report', '--address=', ...variables, here(`../scenarios/${scenario}.ts`)],
    { stdio: 'inherit' },
  );
  // What belongs to the world ends with this process by itself; k6 has to be told.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      child.kill('SIGKILL');
      process.exit(1);
    });
  }
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}
