import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../figures.ts';
import { isVoid } from '../measure.ts';
import type { Report } from '../results.ts';
import { HABITS, type Measured, type Need, needOf, SOCKETS_EACH, wallsOf } from './capacity-model.ts';
import { REPORTS } from './report-index.ts';

const PAGE = fileURLToPath(new URL('../../../docs/capacity.md', import.meta.url));
const START = '<!-- figures -->';
const END = '<!-- /figures -->';
const ASSUMED = 'assumed';

/** Source of each figure, and its default until that benchmark ran undisturbed. */
const SOURCES: Record<keyof Measured, { bench: string; figure: string; until: number; words: string }> = {
  gatewayPer1000: {
    bench: 'msg-durable',
    figure: 'CPU-s per 1,000 across two gateways, gateway',
    until: 0.22,
    words: 'gateway CPU-s for 1,000 paid messages',
  },
  workerPer1000: {
    bench: 'msg-durable',
    figure: 'CPU-s per 1,000 across two gateways, worker',
    until: 0.08,
    words: 'worker CPU-s for 1,000',
  },
  enginePer1000: {
    bench: 'msg-durable',
    figure: 'CPU-s per 1,000 across two gateways, engine',
    until: 0.25,
    words: 'store CPU-s for 1,000',
  },
  redisPer1000: {
    bench: 'msg-durable',
    figure: 'CPU-s per 1,000 across two gateways, redis',
    until: 0.05,
    words: 'Redis CPU-s for 1,000',
  },
  eventsPerCpu: {
    bench: 'gw-ack',
    figure: 'events per server CPU-second',
    until: 39_719,
    words: 'events with acknowledgement per gateway CPU-s',
  },
  callsPerCpu: {
    bench: 'inbox-read',
    figure: 'a page of 30 messages, per server CPU-second',
    until: 1_000,
    words: 'pages of 30 messages per gateway CPU-s',
  },
  bareMessages: {
    bench: 'msg-durable',
    figure: 'bare messages a second',
    until: 6_826,
    words: 'messages a second written bare into one store',
  },
  socketKib: {
    bench: 'gw-mem',
    figure: 'RSS of a socket after three events',
    until: 40,
    words: 'KiB of a socket in use',
  },
  searchKibPerMember: {
    bench: 'search',
    figure: 'memory of a gateway, of each profile beyond 20,000',
    until: 1.32,
    words: 'KiB of each gateway for each member that can be found',
  },
  syncedPerSecond: {
    bench: 'reconnect-storm',
    figure: 'sockets back and in step a second',
    until: 300,
    words: 'sockets a gateway takes back in a second',
  },
};

interface Found {
  value: number;
  /** Its source, as a cell of the table. */
  from: string;
}

/**
 * Recomputes the tables of `file` (docs/capacity.md) from the reports in `folder`. A figure without an undisturbed
 * report keeps its value. Returns the file.
 */
export async function writeCapacity(file = PAGE, folder = REPORTS): Promise<string> {
  const page = await readFile(file, 'utf8');
  const found = {} as Record<keyof Measured, Found>;
  for (const [name, source] of Object.entries(SOURCES))
    found[name as keyof Measured] = await find(source, page, folder);
  const measured = Object.fromEntries(
    Object.entries(found).map(([name, { value }]) => [name, value]),
  ) as unknown as Measured;
  const before = page.slice(0, page.indexOf(START) + START.length);
  await writeFile(file, `${before}\n\n${tablesOf(measured, found)}\n${page.slice(page.indexOf(END))}`);
  return file;
}

type Source = (typeof SOURCES)[keyof Measured];

async function find({ bench, figure, until, words }: Source, page: string, folder: string): Promise<Found> {
  const report = await readFile(join(folder, `bench-${bench}.json`), 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => undefined,
  );
  const row = report?.rows.find((one) => one.figure === figure);
  const existing = existingIn(page, words);
  if (!report || !row || report.small || (existing && isVoid(report)))
    return existing ?? { value: until, from: `${ASSUMED} until \`${bench}\` was run` };
  const noise = isVoid(report) ? ', beside other work' : '';
  return {
    value: asShown(median(row.values)),
    from: `\`${bench}\`, ${report.at.slice(0, 10)}, ${report.commit}${noise}`,
  };
}

/** The page's row of an earlier measured figure: reports exist only on the machine that ran them. */
function existingIn(page: string, words: string): Found | undefined {
  const row = page.split('\n').find((line) => line.startsWith(`| ${words} |`));
  const [, , value = '', from = ''] = row?.split('|').map((cell) => cell.trim()) ?? [];
  return row && !from.startsWith(ASSUMED) ? { value: Number(value.replaceAll(',', '')), from } : undefined;
}

function tablesOf(measured: Measured, found: Record<keyof Measured, Found>): string {
  const figures = Object.entries(SOURCES).map(
    ([name, { words }]) =>
      `| ${words} | ${short(found[name as keyof Measured].value)} | ${found[name as keyof Measured].from} |`,
  );
  const needs = [1_000_000, 10_000_000, 100_000_000].map((members) => needOf(members, measured));
  const line = (words: string, pick: (need: Need) => number) =>
    `| ${words} | ${needs.map((need) => short(pick(need))).join(' | ')} |`;
  const walls = wallsOf(measured).map(
    ({ name, members }, index) => `| ${index + 1} | ${name} | ${short(members)} |`,
  );
  return [
    '| Measured on one core | | From |',
    '|---|---|---|',
    ...figures,
    '',
    `| At the busiest moment of the day | ${needs.map(({ members }) => `${short(members)} members`).join(' | ')} |`,
    '|---|---|---|---|',
    line('messages a second', (need) => need.messagesPerSecond),
    line('sockets', (need) => need.sockets),
    line('gateways, of one core each', (need) => Math.ceil(need.gateways)),
    line('worker cores', (need) => Math.ceil(need.workerCores)),
    line('store cores', (need) => Math.ceil(need.engineCores)),
    line('shards of the store, by inserts', (need) => Math.ceil(need.engineShards)),
    line('Redis nodes, by CPU', (need) => Math.ceil(need.redisNodes)),
    line('memory of all sockets, GiB', (need) => need.socketsGib),
    line('memory of search in each gateway, GiB', (need) => need.searchGib),
    line('stored in a day, GiB', (need) => need.storedGibPerDay),
    line('until one lost gateway’s members are back on one other, s', (need) => need.stormSeconds),
    '',
    '| | Wall | Members at which one is no longer enough |',
    '|---|---|---|',
    ...walls,
    '',
    'Assumed habits:',
    '',
    `- ${Math.round(HABITS.dailyShare * 100)} % of members come on a day. ${Math.round(HABITS.onlineShare * 100)} % of these are connected at the busiest moment, with ${HABITS.devices} devices.`,
    `- Each sends ${HABITS.messagesPerDay} messages and makes ${HABITS.callsPerDay} calls a day. A message causes ${HABITS.eventsPerMessage} small events and stores ${HABITS.storedBytes} bytes.`,
    '- The busiest hour has a tenth of the day, and its peak twice its mean.',
    `- Cores are planned half busy, a Redis node at 60 %, and gateways with at most ${SOCKETS_EACH.toLocaleString('en-GB')} sockets each.`,
    '',
  ].join('\n');
}

/** Rounds a figure as the page shows it. Then results are the same with and without the reports. */
const asShown = (value: number) => Number(value.toPrecision(value >= 1_000 ? 3 : 2));

const short = (value: number) => asShown(value).toLocaleString('en-GB', { maximumFractionDigits: 20 });
