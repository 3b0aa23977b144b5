import { dayOf } from '@heartline/domain';
import { slicesOfTime } from '@heartline/platform';
import type { CoreDeps } from '../../core-deps.ts';
import { type VisitDayRow, type VisitRow, visitDaysOf, visitsOf } from './lander.model.ts';

const DAY_MS = 86_400_000;
/** About so many visits are read at once, and so many rows are written at once. */
const BATCH = 500;

const COUNTER = { view: 'views', start: 'starts', swipe: 'swipes' } as const;

/**
 * Counts the visits of each day again, from the day before the newest one that was counted. It goes on after any outage.
 *
 * - Counts are absolute, so a repeat changes nothing. They only grow: of two passes at once, the later one wins.
 * - A day that has lost visits to the TTL keeps the count that it had.
 */
export async function countVisits({ mongo, clock }: Pick<CoreDeps, 'mongo' | 'clock'>): Promise<void> {
  const [newest] = await visitDaysOf(mongo).find().sort({ day: -1 }).limit(1).toArray();
  const [oldest] = await visitsOf(mongo).find().sort({ at: 1 }).limit(1).toArray();
  if (!oldest) return;
  const from = newest ? Math.max(Date.parse(newest.day) - DAY_MS, oldest.at) : oldest.at;
  for (let day = dayOf(from); day <= dayOf(clock.now()); day = dayOf(Date.parse(day) + DAY_MS)) {
    await store({ mongo }, await countDay({ mongo }, day));
  }
}

type Deps = Pick<CoreDeps, 'mongo'>;

async function countDay({ mongo }: Deps, day: string): Promise<VisitDayRow[]> {
  const from = Date.parse(day);
  const rows = new Map<string, VisitDayRow>();
  const visits = slicesOfTime({ from, until: from + DAY_MS, batch: BATCH, longestMs: DAY_MS }, (at, limit) =>
    visitsOf(mongo).find({ at }).limit(limit).toArray(),
  );
  for await (const some of visits) {
    for (const visit of some) {
      const empty = emptyRow(day, visit);
      const row = rows.get(empty._id) ?? empty;
      row[COUNTER[visit.kind]] += 1;
      rows.set(row._id, row);
    }
  }
  return [...rows.values()];
}

function emptyRow(day: string, visit: VisitRow): VisitDayRow {
  const { site, lander, slug, variant, network, ref, country, locale } = visit;
  // Names of partners may hold a colon.
  const names = [network, ref].map(encodeURIComponent);
  const _id = [site, day, lander, slug, variant, ...names, country, locale].join(':');
  const facts = { site, lander, slug, variant, network, ref, country, locale };
  return { _id, day, ...facts, views: 0, starts: 0, swipes: 0 };
}

async function store({ mongo }: Deps, rows: readonly VisitDayRow[]): Promise<void> {
  // In the order of ids: two passes would wait for each other's rows otherwise.
  const sorted = rows.toSorted((a, b) => (a._id < b._id ? -1 : 1));
  for (let start = 0; start < sorted.length; start += BATCH) {
    const writes = sorted.slice(start, start + BATCH).map(({ _id, views, starts, swipes, ...facts }) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: facts, $max: { views, starts, swipes } },
        upsert: true,
      },
    }));
    await visitDaysOf(mongo).bulkWrite(writes, { ordered: false });
  }
}
