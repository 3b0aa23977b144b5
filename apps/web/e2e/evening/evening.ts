import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oneOf, type Person, seeded, sendByHttp, sendUntilAcked, type World } from '@heartline/testing';
import type { Stage } from '../stage.ts';
import { actionBy, type Evening } from './actions.ts';
import { type Household, openHousehold } from './devices.ts';
import { differencesOf } from './differences.ts';
import { openFaults } from './faults.ts';
import { recordSentMessages } from './sent-messages.ts';

/** The result of one evening. */
export interface EveningReport {
  written: number;
  /** Nothing, when all is well. */
  wrong: string[];
}

export interface EveningOptions {
  seed: number;
  /** Number of actions, and of actions between two checks. */
  actions: number;
  betweenLooks: number;
  /** True if services and databases fail too, not only networks. */
  hasFaults: boolean;
  /** The folder of screenshots and the log. */
  folder: string;
}

const CREDITS = 500;
/** Probability that the third person writes beside an action. */
const BESIDE = 0.15;
const SENT_MS = 120_000;

/**
 * Runs an evening by a seed:
 *
 * - Two people with a phone and a laptop each, and a third who writes to both, use every action of the chat.
 * - Windows open and close, networks fail, services and databases crash and restart.
 * - Now and then all faults end, and each window must show what the server has: badge, rows, messages, reactions, credits.
 * - At the end every message is stored once, in the order of its window, and paid once.
 */
export async function spendEvening(stage: Stage<World>, options: EveningOptions): Promise<EveningReport> {
  const { seed, actions, betweenLooks, folder } = options;
  const [mara, jonas, emil] = await threePeople(stage);
  const household = await openHousehold(stage, [mara, jonas]);
  const diary = openDiary();
  const random = seeded(seed);
  const written = recordSentMessages();
  const evening: Evening = { household, random, written };
  const faults = openFaults(stage, { ...options, random, note: diary.note });
  const besides: Promise<unknown>[] = [];
  const wrong: string[] = [];
  const makeWhole = async () => {
    diary.note('everything is made whole');
    await Promise.all([faults.over(household), ...besides.splice(0)]);
  };
  try {
    for (let n = 1; n <= actions && wrong.length === 0; n += 1) {
      faults.perhaps(household);
      if (random() < BESIDE) besides.push(say(emil, oneOf([mara, jonas], random)));
      await oneAction(evening, diary.note);
      if (n % betweenLooks !== 0 && n !== actions) continue;
      await makeWhole();
      wrong.push(...(await differencesOf(household.devices)));
    }
    wrong.push(...(await written.differences([mara, jonas], CREDITS)));
  } catch (error) {
    wrong.push(error instanceof Error ? error.message : String(error));
  } finally {
    if (wrong.length > 0) await keep(household, folder, [...diary.lines, ...wrong]);
    await makeWhole().catch((error: unknown) => wrong.push(String(error)));
    await household.close();
  }
  wrong.push(...(await stage.world.violations()).map((violation) => JSON.stringify(violation)));
  return { written: written.count(), wrong };
}

async function threePeople({ world }: Stage<World>): Promise<[Person, Person, Person]> {
  const rich = { credits: CREDITS, premium: true };
  const [mara, jonas, emil] = await world.people(
    { name: 'Mara', ...rich },
    { name: 'Jonas', ...rich },
    { name: 'Emil', ...rich },
  );
  await say(emil, mara);
  await say(emil, jonas);
  await say(mara, jonas);
  return [mara, jonas, emil];
}

function say(from: Person, to: Person): Promise<unknown> {
  const clientId = randomUUID();
  const input = { clientId, profile: to.id, text: `«${clientId.slice(0, 8)} ${from.name}»`, credits: 1 };
  return sendUntilAcked(sendByHttp(from.http), input, { withinMs: SENT_MS });
}

function openDiary() {
  const startedAt = performance.now();
  const lines: string[] = [];
  const note = (line: string) => {
    const seconds = (performance.now() - startedAt) / 1_000;
    lines.push(`${seconds.toFixed(1).padStart(6)} s  ${line}`);
  };
  return { lines, note };
}

async function oneAction(evening: Evening, note: (line: string) => void): Promise<void> {
  const device = oneOf(evening.household.devices, evening.random);
  const action = actionBy(evening.random);
  try {
    const came = await action.act(device, evening);
    note(`${device.name}: ${action.name}${came ? `: ${came}` : ''}`);
  } catch (error) {
    throw new Error(`${device.name}: ${action.name}: not possible: ${String(error)}`, { cause: error });
  }
}

/** Pictures of every window, and what happened. */
async function keep({ devices }: Household, folder: string, lines: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, page } of devices) {
    // A page that hangs has none.
    await page.screenshot({ path: join(folder, `${name}.png`), timeout: 10_000 }).catch(() => {});
  }
  await writeFile(join(folder, 'diary.txt'), `${lines.join('\n')}\n`);
}
