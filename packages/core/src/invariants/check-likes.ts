import { DEFAULT_SETTINGS } from '@heartline/contracts';
import { documentsOf, inWindow } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

interface Swipe {
  _id: string;
  visitor: string;
  network: string;
  site: string;
  day: string;
  at: number;
}

interface Match {
  _id: string;
}

/**
 * L2: a match exists only while both likes do. L1: a visitor, and a network, like at most as many people a
 * day as the swipe game of their site allows. Checks matches and swipes of the window, by their time.
 */
export async function* checkLikes(audit: Audit): AsyncGenerator<Violation> {
  yield* checkMatches(audit);
  yield* checkSwipes(audit);
}

async function* checkMatches(audit: Audit): AsyncGenerator<Violation> {
  for await (const rows of inWindow<Match>(audit, 'matches', [])) {
    const wanted = rows.flatMap(({ _id }) => [_id, _id.split(':').toReversed().join(':')]);
    const known = await documentsOf<{ _id: string }>(audit, 'likes', wanted, []);
    for (const [n, { _id }] of rows.entries()) {
      const missing = wanted.slice(2 * n, 2 * n + 2).find((like) => !known.has(like));
      if (missing) yield { invariant: 'L2', subject: _id, detail: `the like ${missing} is missing` };
    }
  }
}

async function* checkSwipes({ mongo, from, until, whole, swipeLikes }: Audit): AsyncGenerator<Violation> {
  const swipes = mongo.connection.collection<Swipe>('swipes');
  const counts = new Map<string, { site: string; count: number }>();
  for await (const swipe of swipes.find(whole ? {} : { at: { $gt: from, $lte: until } })) {
    for (const who of [`visitor ${swipe.visitor}`, `network ${swipe.network}`]) {
      const key = `${swipe.site} ${swipe.day} ${who}`;
      counts.set(key, { site: swipe.site, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  for (const [subject, { site, count }] of counts) {
    const allowed = (await swipeLikes?.(site)) ?? DEFAULT_SETTINGS.swipe_likes;
    if (count > allowed) {
      yield { invariant: 'L1', subject, detail: `${count} likes of one day in the swipe game` };
    }
  }
}
