import { dayOf, type Tracking } from '@heartline/domain';
import { slicesOfTime } from '@heartline/platform';
import type { AccountRow, DeletionRow, SignUpOrigin } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';

type Collections = Pick<AccountsContext, 'collections'>;

/** A sign-up that came by a lander. */
export interface LanderSignUp extends SignUpOrigin {
  member: string;
}

/** About so many accounts are read at once. */
const BATCH = 500;

/**
 * The sign-ups of a site that began at a lander, from one time (inclusive) to another (exclusive), both the start of a UTC
 * day. Those of erased accounts are among them.
 */
export async function* landerSignUps(
  { collections }: Collections,
  site: string,
  { from, until }: { from: number; until: number },
): AsyncGenerator<LanderSignUp[]> {
  const seen = new Set<string>();
  const accounts = slicesOfTime({ from, until, batch: BATCH, longestMs: DAY_MS }, (createdAt, limit) =>
    collections.accounts
      .find({ createdAt, site, lander: { $exists: true } })
      .limit(limit)
      .toArray(),
  );
  for await (const rows of accounts) {
    yield rows.flatMap((row) => {
      seen.add(row._id);
      const origin = originOf(row);
      return origin ? [{ ...origin, member: row._id }] : [];
    });
  }
  // After the accounts: one that is erased meanwhile is found twice, and none is missed.
  for (let at = from; at < until; at += DAY_MS) {
    const erased: DeletionRow[] = await collections.deletions.find({ 'origin.day': dayOf(at) }).toArray();
    yield erased.flatMap(({ _id, origin }) =>
      origin?.site === site && !seen.has(_id) ? [{ ...origin, member: _id }] : [],
    );
  }
}

const DAY_MS = 86_400_000;

/** The part of an account that the figures of landers need; undefined for a sign-up that began elsewhere. */
export function originOf(account: AccountRow): SignUpOrigin | undefined {
  const { lander, site, createdAt, country, language, activatedAt } = account;
  if (!lander) return undefined;
  const { network = '', ref = '' }: Tracking = account.tracking ?? {};
  return {
    ...lander,
    site,
    day: dayOf(createdAt),
    network,
    ref,
    country,
    locale: language,
    isActivated: activatedAt !== null,
  };
}
