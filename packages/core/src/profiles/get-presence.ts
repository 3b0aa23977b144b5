import { lastActiveBand } from '@heartline/domain';
import { onlineOf } from './get-cards.ts';
import { metBy } from './met-by.ts';
import type { ProfilesContext } from './profiles-context.ts';

/** A member's presence: online now, or the last activity in coarse bands that reveal no exact time. */
export interface PresenceOf {
  id: string;
  online: boolean;
  last_active: ReturnType<typeof lastActiveBand>;
}

/** Presence of those among `ids` who have a visible one: nobody invisible, fictional, blocked or gone. */
export async function getPresence(
  context: ProfilesContext,
  viewer: string,
  ids: readonly string[],
): Promise<PresenceOf[]> {
  const unique = [...new Set(ids)];
  const [rows, online] = await Promise.all([context.profiles.getMany(unique), onlineOf(context, unique)]);
  const reported = [...rows.values()].filter(
    (row) => row.status === 'active' && !row.invisible && !row.fictional && row._id !== viewer,
  );
  const met = await metBy(context, viewer, reported);
  const now = context.clock.now();
  return reported
    .filter((row) => met.has(row._id))
    .map((row) => ({
      id: row._id,
      online: online.has(row._id),
      last_active: lastActiveBand(row.lastActiveAt, now),
    }));
}
