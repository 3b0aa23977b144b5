import { dayOf } from '@heartline/domain';
import { countUpTo, createReadCache, insertOnce } from '@heartline/platform';
import type { CoreDeps } from '../../core-deps.ts';
import { type VisitNameRow, visitNameDaysOf, visitNamesOf } from './lander.model.ts';

/**
 * Upper limit of new names of one site and UTC day. Strangers choose these names, and `visitDays` keeps rows by them for
 * ever. A network has several `ref`s.
 */
export const NEW_VISIT_NAMES = { slug: 200, network: 50, ref: 1_000 } as const;

/** A known name stays known. */
const CACHE_MS = 3_600_000;
/** By then the day of a counter is over. */
const COUNTER_MS = 2 * 86_400_000;

/** Names that visits bring along. */
export type VisitNames = ReturnType<typeof createVisitNames>;

/** Decides which names of visitors are counted by. */
export function createVisitNames({ mongo, clock }: Pick<CoreDeps, 'mongo' | 'clock'>) {
  const known = createReadCache<VisitNameRow>(
    { ttlMs: CACHE_MS, max: 50_000, now: clock.now, onlyFound: true },
    async (ids) => {
      const rows = await visitNamesOf(mongo)
        .find({ _id: { $in: [...ids] } })
        .toArray();
      return new Map(rows.map((row) => [row._id, row] as const));
    },
  );

  /** Takes one of the new names of this day; false if there is none left. */
  async function add(site: string, kind: keyof typeof NEW_VISIT_NAMES, _id: string): Promise<boolean> {
    const now = clock.now();
    const counter = `${site}:${dayOf(now)}:${kind}`;
    const limit = { most: NEW_VISIT_NAMES[kind], forMs: COUNTER_MS, now };
    if (!(await countUpTo(visitNameDaysOf(mongo), counter, limit))) return false;
    await insertOnce(visitNamesOf(mongo), { _id, at: now });
    return true;
  }

  return {
    /** True if visits are counted by this name: it was before, or it is one of the first new ones of its site today. */
    async isCounted(
      site: string,
      kind: keyof typeof NEW_VISIT_NAMES,
      ...name: readonly string[]
    ): Promise<boolean> {
      const id = [site, kind, ...name.map(encodeURIComponent)].join(':');
      return (await known.get(id)) !== undefined || add(site, kind, id);
    },
  };
}
