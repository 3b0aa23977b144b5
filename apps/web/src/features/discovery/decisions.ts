import { type ProfileCard, passProfile, undoPass } from '@heartline/contracts';
import { actingAs, call } from '../../client/api.ts';
import { beforeLogOut } from '../../client/before-log-out.ts';
import { createRequestQueue } from '../../client/request-queue.ts';
import { createWatchedMap } from '../../client/watched-map.ts';
import { changeOwnLike, isRefusal } from '../../people/own-like.ts';

/**
 * Decisions on the people of the match finder, for the server in the order they were made: a pass that overtook its own
 * undo would stay, and somebody would be gone whom the member took back.
 */
export const decisions = createRequestQueue();

beforeLogOut(decisions.drained);

/** Those whose undo failed, under their own id: due while the member is signed in, whatever page they are on by then. */
const dueUndos = createWatchedMap<string>();

/** What is due, but of who is decided on anew: that is the last word on them. */
async function settle(decided?: ProfileCard): Promise<void> {
  if (decided) dueUndos.delete(decided.id);
  for (const [profile] of dueUndos.entries()) {
    await call(undoPass, { profile }).then(
      () => dueUndos.delete(profile),
      () => undefined,
    );
  }
}

/** Once all that was decided is over, and what was due made up for: who is asked for then is nobody decided on. */
export async function settled(): Promise<void> {
  await decisions.drained();
  // Only then in a turn, which is nobody's where a visit begins here and the member is known a moment later.
  if ([...dueUndos.entries()].length > 0) await decisions.enqueue(() => settle());
}

/**
 * Tells the server what was decided, in turn, and remembers where nobody knows what it did: a like whose answer was lost is
 * taken back before a pass of the same card, and an undo that failed is repeated with the next decision or deal.
 */
export function createDecider() {
  const unsureLikes = new Set<string>();
  return {
    /** @throws {ApiError} on a refusal, and where the answer was lost. */
    like: (profile: ProfileCard) =>
      decisions.enqueue(async () => {
        await settle(profile);
        try {
          await changeOwnLike(profile, true);
          unsureLikes.delete(profile.id);
        } catch (error) {
          if (!isRefusal(error)) unsureLikes.add(profile.id);
          throw error;
        }
      }),
    /** @throws {ApiError} on a refusal, and where the answer was lost. */
    pass: (profile: ProfileCard) =>
      decisions.enqueue(async () => {
        await settle(profile);
        if (unsureLikes.has(profile.id)) {
          await changeOwnLike(profile, false);
          unsureLikes.delete(profile.id);
        }
        await call(passProfile, { profile: profile.id });
      }),
    /** @throws {ApiError} where it failed, for now. */
    undo: (profile: ProfileCard) =>
      decisions.enqueue(async () => {
        await settle(profile);
        const by = actingAs();
        try {
          await call(undoPass, { profile: profile.id });
        } catch (error) {
          // Who signs in next here has passed nobody.
          if (actingAs() === by) dueUndos.set(profile.id, profile.id);
          throw error;
        }
      }),
  };
}
