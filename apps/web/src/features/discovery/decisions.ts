import { type ProfileCard, passProfile, undoPass } from '@heartline/contracts';
import { actingAs, call } from '../../client/api.ts';
import { beforeLogOut } from '../../client/before-log-out.ts';
import { createRequestQueue } from '../../client/request-queue.ts';
import { createWatchedMap } from '../../client/watched-map.ts';
import { changeOwnLike, isRefusal } from '../../people/own-like.ts';

/**
 * Decisions of the match finder are sent in the order they were made. A pass that overtook its own undo would stay, and
 * a member taken back would be gone.
 */
export const decisions = createRequestQueue();

beforeLogOut(decisions.drained);

/** Profiles whose undo failed, by id. They are repeated while the member is signed in, on any page. */
const dueUndos = createWatchedMap<string>();

/** Repeats failed undos, except of a profile decided again: the newer decision counts. */
async function settle(decided?: ProfileCard): Promise<void> {
  if (decided) dueUndos.delete(decided.id);
  for (const [profile] of dueUndos.entries()) {
    await call(undoPass, { profile }).then(
      () => dueUndos.delete(profile),
      () => undefined,
    );
  }
}

/**
 * Resolves once all decisions are sent and failed undos are repeated. A deal requested then contains no decided
 * profile.
 */
export async function settled(): Promise<void> {
  await decisions.drained();
  // Queued only when needed: at the start of a visit the member may not be known yet, and a queued request would be
  // dropped.
  if ([...dueUndos.entries()].length > 0) await decisions.enqueue(() => settle());
}

/**
 * Sends decisions in order, and repairs unknown outcomes. A like with a lost answer is taken back before a pass of the
 * same card. A failed undo is repeated with the next decision or deal.
 */
export function createDecider() {
  const unsureLikes = new Set<string>();
  return {
    /**
     * Returns whether the two match now.
     *
     * @throws {ApiError} on a refusal, and where the answer was lost.
     */
    like: (profile: ProfileCard) =>
      decisions.enqueue(async () => {
        await settle(profile);
        try {
          const { matched } = await changeOwnLike(profile, true);
          unsureLikes.delete(profile.id);
          return { matched };
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
    /** @throws {ApiError} on a refusal, and where the answer was lost. */
    undoLike: (profile: ProfileCard) =>
      decisions.enqueue(async () => {
        await settle(profile);
        await changeOwnLike(profile, false);
        unsureLikes.delete(profile.id);
      }),
    /** @throws {ApiError} when it failed for now. */
    undoPass: (profile: ProfileCard) =>
      decisions.enqueue(async () => {
        await settle(profile);
        const by = actingAs();
        try {
          await call(undoPass, { profile: profile.id });
        } catch (error) {
          // Another member who signs in here has passed nobody.
          if (actingAs() === by) dueUndos.set(profile.id, profile.id);
          throw error;
        }
      }),
  };
}
