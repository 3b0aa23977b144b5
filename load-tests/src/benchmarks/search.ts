import { performance } from 'node:perf_hooks';
import { countMembers, searchMembers, similarMembers } from '@heartline/contracts';
import {
  addMembers,
  addProfiles,
  type HttpClient,
  type Person,
  startWorld,
  type World,
} from '@heartline/testing';
import { residentKib } from '../cpu.ts';
import { quantile } from '../figures.ts';
import { later, type Result, type Row } from '../measure.ts';

const SMALL = 20_000;
const LARGE = 200_000;
const ROUNDS = 5;
/** Pages of one size in a round, requested by this many members at once. */
const PAGES = 120;
const AT_ONCE = 2;
const FRESH_MS = 5_000;
const LIMITS = new URL('../servers/open-limits.ts', import.meta.url).href;
const SERVICE = { NODE_OPTIONS: `--import=${LIMITS}`, LOG_LEVEL: 'warn', DEV_TOOLS: 'no' };

/** Searches that match from everyone to almost no one, in every order and by every filter; each requests its first and its next page. */
const SEARCHES: readonly Parameters<typeof ask>[1][] = [
  {},
  { sort: 'new', fits: 'any' },
  { gender: 'female', sort: 'interests' },
  { country: 'NL' },
  { country: 'NL', countryregion: 'NH', gender: 'male' },
  { gender: 'male', min_age: 30, max_age: 40 },
  { country: 'DE', neighbours: '1', min_age: 25, max_age: 35, fictional: 'no' },
  { new_here: '1', sort: 'new' },
  { active_now: '1' },
  { verified: '1', country: 'DE', sort: 'interests' },
  { sexuality: 'bi', hair_color: 'red' },
  { country: 'PL', tattoos: 'many', eye_color: 'green', body_type: 'athletic' },
  { interests: 'sailing,yoga', reason: 'relationship', gender: 'female' },
  { country: 'CH', min_age: 68, hair_color: 'white', tattoos: 'many', eye_color: 'grey' },
];

/**
 * A search page over HTTP at 20,000 and at 200,000 profiles, alternating. The baseline reads the profiles of one page
 * by id from the same engine. Totals must follow a change within 5 s, and all pages of a search together must hold as
 * many members as its total, each once.
 */
export async function search(): Promise<Result> {
  const faults: string[] = [];
  const small = await openSite(SMALL);
  const large = await openSite(LARGE);
  try {
    const rounds: { small: Turn; large: Turn }[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const first = turn % 2 === 0 ? small : large;
      const one = await measure(first);
      const other = await measure(first === small ? large : small);
      rounds.push(first === small ? { small: one, large: other } : { small: other, large: one });
    }
    faults.push(...(await soundness(small)), ...(await soundness(large)));
    const freshMs = [await freshness(small, faults), await freshness(large, faults)];
    return { rows: rowsOf(rounds, [small, large], freshMs), faults, notes: notesOf(small, large) };
  } finally {
    await Promise.all([small.world.stop(), large.world.stop()]);
  }
}

interface Site {
  world: World;
  people: Person[];
  profiles: number;
  fillMs: number;
  /** Time from the start of a gateway to its first page. */
  firstMs: number;
  kib: number;
}

/** A site with this many profiles. Restarts its gateway, so that it reads them all. */
async function openSite(profiles: number): Promise<Site> {
  const world = await startWorld({ purpose: 'app', gateways: 1, workers: 0, gatewayEnvironment: SERVICE });
  const [gateway] = world.gateways;
  if (!gateway) throw new Error('no gateway');
  const startedAt = performance.now();
  await addProfiles(world.inside.mongo, profiles);
  const fillMs = performance.now() - startedAt;
  const people = await world.people(
    ...Array.from({ length: AT_ONCE }, () => ({ premium: true, credits: 1 })),
  );
  await gateway.kill();
  await gateway.restart();
  const restartedAt = performance.now();
  await ask((people[0] as Person).http, {});
  const firstMs = performance.now() - restartedAt;
  return { world, people, profiles, fillMs, firstMs, kib: residentKib(gateway.pid()) };
}

interface Turn {
  page: number[];
  similar: number[];
  count: number[];
  floor: number[];
}

async function measure({ world, people }: Site): Promise<Turn> {
  const turn: Turn = { page: [], similar: [], count: [], floor: [] };
  const profiles = world.inside.mongo.connection.collection<{ _id: string }>('profiles');
  await Promise.all(
    people.map(async ({ http }, n) => {
      for (let asked = n; asked < PAGES; asked += AT_ONCE) {
        const query = SEARCHES[asked % SEARCHES.length] ?? {};
        const page = await timed(turn.page, () => ask(http, query));
        if (page.nextCursor)
          await timed(turn.page, () => ask(http, { ...query, cursor: page.nextCursor as string }));
        await timed(turn.count, () => http.call(countMembers, query));
        await timed(turn.similar, () => http.call(similarMembers, query));
        const ids = page.results.map(({ id }) => id);
        await timed(turn.floor, () => profiles.find({ _id: { $in: ids } }).toArray());
      }
    }),
  );
  return turn;
}

async function timed<T>(into: number[], work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const value = await work();
  into.push(performance.now() - startedAt);
  return value;
}

function ask(http: HttpClient, query: Parameters<typeof http.call<typeof searchMembers>>[1]) {
  return http.call(searchMembers, query);
}

/** Checks all pages of some searches: each member once, as many as the total. */
async function soundness({ people: [person], profiles }: Site): Promise<string[]> {
  const faults: string[] = [];
  for (const query of SEARCHES.slice(-5)) {
    const seen: string[] = [];
    let total = 0;
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask((person as Person).http, {
        ...query,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.results.map(({ id }) => id));
      total = page.numResults;
      cursor = page.nextCursor;
    } while (cursor && seen.length < 2_000);
    const isWhole = cursor === null;
    if (new Set(seen).size !== seen.length)
      faults.push(`${profiles}: ${JSON.stringify(query)} repeats somebody`);
    if (isWhole && seen.length !== total) {
      faults.push(`${profiles}: ${JSON.stringify(query)} gave ${seen.length} people, total ${total}`);
    }
  }
  return faults;
}

/** The longest time of a few until a new member is counted, while others search. */
async function freshness({ world, people: [person] }: Site, faults: string[]): Promise<number> {
  const { http } = person as Person;
  const waits: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const before = (await ask(http, { country: 'NL' })).numResults;
    await addMembers(world.inside.mongo, world.inside.core, [{ profile: { country: 'NL' } }]);
    const addedAt = performance.now();
    while ((await ask(http, { country: 'NL' })).numResults === before) {
      if (performance.now() - addedAt > 4 * FRESH_MS) break;
      await later(50);
    }
    waits.push(performance.now() - addedAt);
  }
  const longest = Math.max(...waits);
  if (longest > FRESH_MS) faults.push(`a new member was counted after ${Math.round(longest)} ms`);
  return longest;
}

function rowsOf(
  rounds: { small: Turn; large: Turn }[],
  sites: readonly [Site, Site],
  freshMs: number[],
): Row[] {
  const [small, large] = sites;
  const p = (share: number, part: keyof Turn, size: 'small' | 'large') =>
    rounds.map((turn) => quantile(turn[size][part], share));
  const row = (figure: string, values: number[], target?: Row['target']): Row => ({
    figure,
    values,
    digits: 1,
    unit: 'ms',
    ...(target ? { target } : {}),
  });
  const ratio = (share: number) =>
    rounds.map((turn) => quantile(turn.large.page, share) / quantile(turn.small.page, share));
  return [
    row('a page at 200,000, p95', p(0.95, 'page', 'large'), { atMost: 150 }),
    { figure: 'a page at 200,000, of one at 20,000, p50', values: ratio(0.5), target: { atMost: 1.5 } },
    { figure: 'a page at 200,000, of one at 20,000, p95', values: ratio(0.95), target: { atMost: 1.5 } },
    row('a page at 20,000, p50', p(0.5, 'page', 'small')),
    row('a page at 20,000, p95', p(0.95, 'page', 'small')),
    row('a page at 200,000, p50', p(0.5, 'page', 'large')),
    row('a page of similar results at 200,000, p95', p(0.95, 'similar', 'large')),
    row('the count while a filter is dragged at 200,000, p95', p(0.95, 'count', 'large')),
    row('floor at 20,000: the page’s profiles read by id, p50', p(0.5, 'floor', 'small')),
    row('floor at 200,000: the page’s profiles read by id, p50', p(0.5, 'floor', 'large')),
    row('a change is counted at 20,000 after at most', freshMs.slice(0, 1), { atMost: FRESH_MS }),
    row('a change is counted at 200,000 after at most', freshMs.slice(1), { atMost: FRESH_MS }),
    row('first page after a start at 20,000 and 200,000', [small.firstMs, large.firstMs]),
    {
      figure: 'memory of a gateway, of each profile beyond 20,000',
      values: [(large.kib - small.kib) / (LARGE - SMALL)],
      unit: 'KiB',
    },
  ];
}

function notesOf(small: Site, large: Site): string[] {
  const seconds = (ms: number) => (ms / 1_000).toFixed(0);
  return [
    `Filled in ${seconds(small.fillMs)} and ${seconds(large.fillMs)} s. Searches range from everybody to a handful; each is asked for two pages.`,
    'Where the time goes: choosing and counting happen in memory (a few hundredths of a millisecond for each 1,000 profiles, remembered until somebody changes), so the page is the floor, the reading of its 24 profiles by id, and the frame of a call around it. The engine neither counts nor sorts nor filters.',
  ];
}
