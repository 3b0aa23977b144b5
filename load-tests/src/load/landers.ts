import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { LanderFigures } from '@heartline/contracts';
import {
  type HttpClient,
  REPLAYED_CAMPAIGNS,
  REPLAYED_SPLITS,
  type ReplayedSplit,
  replayedFigures,
  replaySignUp,
  replayVisit,
  type World,
} from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { startMeasuredWorld } from '../message-world.ts';
import { bounded, type Values } from './command.ts';

const VISITS = 1_000;
const SIGN_UPS = 40;
const MINUTES = 5;
/** Visits that are on their way at once, and sign-ups, whose passwords cost CPU. */
const AT_ONCE = { visits: 20, signUps: 4 };
/** Gateways read campaigns again within this time. */
const CAMPAIGNS_MS = 5_500;

type Admin = ReturnType<typeof adminOf>;

/**
 * `npm run load -- landers [--visits=N] [--sign-ups=N] [--gateways=N] [--minutes=N]`
 *
 * Starts an app on 127.0.0.1 and replays visits of landing pages and sign-ups through all of its gateways. Then it compares
 * each split of `admin landers stats` with the figures that follow from the plan.
 *
 * - 0: all are the same.
 * - 1: a figure differs.
 */
export async function replayLanders(values: Values): Promise<number> {
  const visits = bounded('visits', values.visits, VISITS);
  const signUps = Math.min(visits, bounded('sign-ups', values['sign-ups'], SIGN_UPS));
  const endsAt = performance.now() + bounded('minutes', values.minutes, MINUTES) * 60_000;
  const gateways = bounded('gateways', values.gateways, 2);
  const world = await startMeasuredWorld({ gateways, purpose: 'test' });
  try {
    const admin = adminOf(world);
    await setUpCampaigns(admin);
    const replay = { world, endsAt };
    const seconds = await inLines(replay, { count: visits, lines: AT_ONCE.visits }, replayVisit);
    console.log(`${visits} visits in ${seconds.toFixed(1)} s (${Math.round(visits / seconds)}/s)`);
    await inLines(replay, { count: signUps, lines: AT_ONCE.signUps }, (_client, n) =>
      replaySignUp(world.browser(n), n),
    );
    console.log(`${signUps} sign-ups`);
    const faults = await differences(admin, { views: visits, signUps });
    const { out } = await admin('landers', 'stats', '--by', 'slug');
    console.log(`\n${out}`);
    for (const fault of faults) console.error(fault);
    if (faults.length === 0) console.log('Every split has exactly the replayed figures.');
    return faults.length === 0 ? 0 : 1;
  } finally {
    await world.stop();
  }
}

async function setUpCampaigns(admin: Admin): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'campaigns-'));
  try {
    for (const campaign of REPLAYED_CAMPAIGNS) {
      const file = join(folder, 'campaign.json');
      await writeFile(file, JSON.stringify(campaign));
      const { code, err } = await admin('landers', 'set', file, '--reason', 'Replay of the load client');
      if (code !== 0) throw new Error(`admin landers set failed: ${err}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await new Promise((resolve) => setTimeout(resolve, CAMPAIGNS_MS));
}

/** Acts for every number below `count`, each line one after the other. Returns the seconds it took. */
async function inLines(
  { world, endsAt }: { world: World; endsAt: number },
  { count, lines }: { count: number; lines: number },
  act: (client: HttpClient, n: number) => Promise<void>,
): Promise<number> {
  const begun = performance.now();
  const all = Array.from({ length: lines }, async (_, line) => {
    const client = world.browser(line);
    for (let n = line; n < count; n += lines) {
      if (performance.now() > endsAt) throw new Error('The time is over: give more --minutes.');
      await act(client, n);
    }
  });
  await Promise.all(all);
  return (performance.now() - begun) / 1_000;
}

/** Rows that `admin landers stats` prints and that the plan does not have, and the other way round. */
async function differences(admin: Admin, counts: { views: number; signUps: number }): Promise<string[]> {
  const faults: string[] = [];
  for (const split of Object.keys(REPLAYED_SPLITS) as ReplayedSplit[]) {
    const by = split === 'lander' ? [] : ['--by', split];
    const { code, out, err } = await admin('--json', 'landers', 'stats', ...by);
    if (code !== 0) throw new Error(`admin landers stats failed: ${err}`);
    const { rows } = JSON.parse(out) as { rows: LanderFigures[] };
    const planned = replayedFigures(split, counts).map((row) => ({ ...row, revenue: [] }));
    const isIn = (row: LanderFigures, all: readonly LanderFigures[]) =>
      all.some((one) => isDeepStrictEqual(one, row));
    for (const row of rows)
      if (!isIn(row, planned)) faults.push(`${split}: printed, and not replayed: ${JSON.stringify(row)}`);
    for (const row of planned)
      if (!isIn(row, rows)) faults.push(`${split}: replayed, and not printed: ${JSON.stringify(row)}`);
  }
  return faults;
}
