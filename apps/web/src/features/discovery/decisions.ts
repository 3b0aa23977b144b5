import { type ProfileCard, passProfile, undoPass } from '@heartline/contracts';
import { call } from '../../client/api.ts';
import { beforeLogOut } from '../../client/before-log-out.ts';
import { createTurns } from '../../client/turns.ts';
import { changeOwnLike, isRefusal } from '../../people/own-like.ts';

/**
 * Decisions on the people of the match finder, for the server in the order they were made: a pass that overtook its own
 * undo would stay, and somebody would be gone whom the member took back. Once they are over, who is asked for is nobody
 * decided on.
 */
export const decisions = createTurns();

beforeLogOut(decisions.over);

/**
 * Tells the server what was decided, in turn, and remembers where nobody knows what it did: a like whose answer was lost is
 * taken back before a pass of the same card, and an undo that failed is repeated with the next decision.
 */
export function createDecider() {
  const unsureLikes = new Set<string>();
  const dueUndos = new Set<string>();
  /** What is due of others; a new decision on the card itself is its last word. */
  async function settle({ id }: ProfileCard): Promise<void> {
    dueUndos.delete(id);
    for (const profile of dueUndos) {
      await call(undoPass, { profile }).then(
        () => dueUndos.delete(profile),
        () => undefined,
      );
    }
  }
  return {
    /** @throws {ApiError} on a refusal, and where the answer was lost. */
    like: (profile: ProfileCard) =>
      decisions.take(async () => {
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
      decisions.take(async () => {
        await settle(profile);
        if (unsureLikes.has(profile.id)) {
          await changeOwnLike(profile, false);
          unsureLikes.delete(profile.id);
        }
        await call(passProfile, { profile: profile.id });
      }),
    /** @throws {ApiError} where it failed, for now. */
    undo: (profile: ProfileCard) =>
      decisions.take(async () => {
        await settle(profile);
        try {
          await call(undoPass, { profile: profile.id });
        } catch (error) {
          dueUndos.add(profile.id);
          throw error;
        }
      }),
  };
}
