import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { messageSend } from '@heartline/contracts';
import type { World } from '@heartline/testing';
import { temporaryData } from '@heartline/testing/bench-access';
import type { PeersWorld } from '../../peers/peers-world.ts';
import { rootsOf } from '../cpu.ts';
import { spread } from '../figures.ts';
import { besideOthers, later, QUIET_SHARE } from '../measure.ts';
import { startMeasuredWorld } from '../message-world.ts';
import { commitName, machineName } from '../results.ts';
import { bounded, type Values } from './command.ts';
import { REPORTS } from './report-index.ts';

/** Members of a run that sends, and of one that only holds sockets. */
const SENDERS = 200;
const IDLE = [1_000, 3_000];
/** Sockets of a small run, which `--messages` below the default makes. */
const IDLE_SMALL = [50, 100];
const MESSAGES = 20_000;
const WARM_UP = 2_000;
const BENCH_CAP_S = 300;

/** A line of the bench's output: the fields printed here. */
interface BenchResult {
  peer: string;
  mode: string;
  n?: number;
  perSec?: number;
  delivery?: Record<string, number>;
  ackLat?: Record<string, number>;
  cpuPer1000?: Record<string, number>;
  lost?: number;
  dup?: number;
  misrouted?: number;
  stored?: { ok: boolean };
  rss?: { sockets: number; mib: number; kibPerSocket?: number }[];
}

/**
 * `npm run load -- peers --bench=FOLDER [--beside=NAME] [--turns=N] [--messages=N] [--gateways=N]`
 *
 * Runs the peers' bench against this app: closed loop, open loop at 100/s, idle sockets. FOLDER holds `bench.mjs` and
 * `adapters/`; `PEERS_DIR` must be set as its README says.
 * - One gateway by default, since each peer is one process. With more, each pair is on two of them, so both sides race
 *   for every row of their conversation.
 * - With `--beside`, a running peer alternates with us, so that both meet the same conditions of the machine.
 */
export async function runPeers(values: Values): Promise<number> {
  const bench = benchAt(values);
  const rounds = bounded('turns', values.turns, 3);
  const messages = String(bounded('messages', values.messages, MESSAGES));
  const gateways = bounded('gateways', values.gateways, 1);
  const dir = await temporaryData('peers');
  // A fresh store, as the other server has: its log is not preallocated on disk either.
  const world = await startMeasuredWorld({ gateways, purpose: 'app' });
  try {
    await benchFolder(dir, bench);
    const idle = Number(messages) < MESSAGES ? IDLE_SMALL : IDLE;
    const files = await describe(world, dir, Math.max(SENDERS, ...idle));
    const results: BenchResult[] = [];
    const { othersShare } = await besideOthers(async () => {
      for (let turn = 0; turn < rounds; turn += 1) {
        const closed = ['--mode', 'closed', '--messages', messages, '--warmup', String(WARM_UP)];
        results.push(await runBench(dir, 'heartline', closed, files.file));
        if (values.beside) results.push(await runBench(bench, values.beside, closed, undefined));
        const open = ['--mode', 'open', '--rate', '100', '--seconds', '30', '--warmup', '200'];
        results.push(await runBench(dir, 'heartline', open, files.file));
        if (values.beside) results.push(await runBench(bench, values.beside, open, undefined));
      }
      // Measures the memory of fresh processes.
      await Promise.all(world.gateways.map((gateway) => gateway.restart()));
      await files.renew();
      results.push(
        await runBench(dir, 'heartline', ['--mode', 'idle', '--sockets', idle.join(',')], files.file),
      );
    });
    const faults = [...faultsOf(results), ...(await world.violations()).map((one) => JSON.stringify(one))];
    files.close();
    await report(results, faults, othersShare);
    return faults.length > 0 ? 1 : othersShare > QUIET_SHARE && !values.beside ? 3 : 0;
  } finally {
    await world.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/** The folder of the bench; throws a readable error if it or the named peer is missing. */
function benchAt({ bench, beside }: Values): string {
  if (!bench) throw new Error('--bench=FOLDER says where the bench is: bench.mjs and adapters/.');
  const folder = resolve(bench);
  for (const file of ['bench.mjs', ...(beside ? [`adapters/${beside}.mjs`] : [])])
    if (!existsSync(join(folder, file))) throw new Error(`There is no ${file} in ${folder}: see --bench.`);
  return folder;
}

/** Makes a copy of the bench with our adapter; its packages stay in place. */
async function benchFolder(dir: string, bench: string): Promise<void> {
  await cp(join(bench, 'bench.mjs'), join(dir, 'bench.mjs'));
  await mkdir(join(dir, 'adapters'));
  const adapter = new URL('../../peers/heartline.ts', import.meta.url).href;
  await writeFile(
    join(dir, 'adapters/heartline.mjs'),
    `export { heartline as default } from '${adapter}';\n`,
  );
}

/** Creates members and writes the file for the adapter; `renew` updates it after a service got a new process. */
async function describe(world: World, dir: string, count: number) {
  const wish = { premium: true, credits: 1_000_000 };
  const people = [
    ...(await world.people(...Array.from({ length: Math.min(count, SENDERS) }, () => wish))),
    ...(count > SENDERS ? await world.people(...Array.from({ length: count - SENDERS }, () => ({}))) : []),
  ];
  const control = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      void countRows(world, JSON.parse(body) as Question).then(
        (counted) => response.end(JSON.stringify(counted)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });
  await new Promise<void>((done) => {
    control.listen(0, '127.0.0.1', done);
  });
  const file = join(dir, 'world.json');
  const renew = () =>
    writeFile(
      file,
      JSON.stringify({
        event: messageSend.name,
        members: people.map(({ id, http }) => ({ id, cookie: http.cookie, endpoint: http.gateway })),
        // The bench adds up the process tree below each of them.
        serverPids: [
          ...world.gateways.map((gateway) => gateway.pid()),
          ...world.workers.map((worker) => worker.pid()),
          ...rootsOf(world.redis.pids()),
        ],
        dbPids: rootsOf(world.mongo.pids()),
        control: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
      } satisfies PeersWorld),
    );
  await renew();
  return { file, renew, close: () => control.close() };
}

interface Question {
  run: string;
  first: number;
}

const SETTLED_WITHIN_MS = 15_000;

/** Counts the stored messages of a run whose hold is settled: rows, and distinct texts. */
async function countRows({ inside }: World, { run, first }: Question) {
  const rows = await inside.mongo.connection
    .collection<{ _id: string; text: string; key: string }>('messages')
    .find({ text: { $regex: `^${run}-` } }, { projection: { text: 1, key: 1 } })
    .toArray();
  const ours = rows.filter(({ text }) => Number.parseInt(text.slice(run.length + 1), 10) >= first);
  const settlements = inside.mongo.connection.collection<{ _id: string; outcome: string }>('settlements');
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  const unsettled = new Set(ours.map(({ key }) => key));
  while (unsettled.size > 0 && performance.now() < deadline) {
    const asked = [...unsettled].slice(0, 1_000);
    const found = await settlements
      .find({ _id: { $in: asked }, outcome: 'debit' }, { projection: { _id: 1 } })
      .toArray();
    for (const { _id } of found) unsettled.delete(_id);
    if (found.length < asked.length) await later(100);
  }
  const settled = ours.filter(({ key }) => !unsettled.has(key));
  return { rows: settled.length, distinct: new Set(settled.map(({ text }) => text)).size };
}

/** Runs the bench once and returns the line it printed. */
async function runBench(
  folder: string,
  peer: string,
  more: readonly string[],
  world: string | undefined,
): Promise<BenchResult> {
  const stored = await temporaryData('bench');
  const out = join(stored, 'result.jsonl');
  const child = spawn(
    process.execPath,
    ['bench.mjs', '--peer', peer, ...more, '--cap', String(BENCH_CAP_S), '--out', out],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...(world ? { PEERS_WORLD: world } : {}) },
    },
  );
  const code = await new Promise<number | null>((done) => {
    child.once('exit', done);
  });
  if (code !== 0) throw new Error(`the bench of ${peer} ended with ${code}`);
  const result = JSON.parse(await readFile(out, 'utf8')) as BenchResult;
  await rm(stored, { recursive: true, force: true });
  console.log(JSON.stringify(result));
  return result;
}

function faultsOf(results: readonly BenchResult[]): string[] {
  return results
    .filter(({ peer }) => peer === 'heartline')
    .flatMap(({ mode, lost = 0, dup = 0, misrouted = 0, stored }) => [
      ...(lost + dup + misrouted > 0
        ? [`${mode}: ${lost} lost, ${dup} doubled, ${misrouted} misrouted`]
        : []),
      ...(stored?.ok === false ? [`${mode}: not everything is stored and settled`] : []),
    ]);
}

/** Prints the figures side by side and stores every line. */
async function report(results: readonly BenchResult[], faults: readonly string[], othersShare: number) {
  for (const peer of new Set(results.map((one) => one.peer))) {
    console.log(peer);
    print(results.filter((one) => one.peer === peer));
  }
  for (const fault of faults.slice(0, 5)) console.log(`✗ ${fault}`);
  if (othersShare > QUIET_SHARE) {
    console.log(`Others used ${Math.round(othersShare * 100)} % of a core (a peer beside us among them).`);
  }
  await mkdir(REPORTS, { recursive: true });
  const stored = {
    kind: 'peers',
    at: new Date().toISOString(),
    commit: await commitName(),
    machine: machineName(),
    othersShare,
    results,
    faults,
  };
  const file = join(REPORTS, `peers-${stored.at.slice(0, 19).replace(/[:T]/g, '-')}.json`);
  await writeFile(file, JSON.stringify(stored, null, 1));
}

/** Printed figures of each mode: minimum, median and maximum of its rounds. */
const LINES: readonly (readonly [
  mode: string,
  what: string,
  pick: (one: BenchResult) => number | undefined,
])[] = [
  ['closed', 'messages/s', ({ perSec }) => perSec],
  ['closed', 'delivery p99 ms', ({ delivery }) => delivery?.['p99']],
  ['closed', 'CPU-s per 1,000, servers', ({ cpuPer1000 }) => cpuPer1000?.['server']],
  ['closed', 'CPU-s per 1,000, store', ({ cpuPer1000 }) => cpuPer1000?.['db']],
  ['closed', 'CPU-s per 1,000, client', ({ cpuPer1000 }) => cpuPer1000?.['client']],
  ['open', 'delivery p50 ms', ({ delivery }) => delivery?.['p50']],
  ['open', 'delivery p99 ms', ({ delivery }) => delivery?.['p99']],
  ['open', 'acknowledged p99 ms', ({ ackLat }) => ackLat?.['p99']],
];

function print(results: readonly BenchResult[]): void {
  for (const [mode, what, pick] of LINES) {
    const values = results.filter((one) => one.mode === mode).flatMap((one) => pick(one) ?? []);
    if (values.length > 0) console.log(`  ${mode.padEnd(7)} ${what.padEnd(28)} ${spread(values)}`);
  }
  for (const { sockets, kibPerSocket } of results.flatMap(({ rss = [] }) => rss)) {
    if (kibPerSocket !== undefined) console.log(`  idle    KiB per socket at ${sockets}: ${kibPerSocket}`);
  }
}
