import {
  likeChanged,
  type likeProfile as likeProfileCall,
  likeReceived,
  matchCreated,
  type OutputOf,
  ok,
  type Refusal,
  type Result,
  refuse,
  type unlikeProfile as unlikeProfileCall,
} from '@heartline/contracts';
import { likeId, matchId } from './like.repository.ts';
import type { LikesContext } from './likes-context.ts';

/**
 * Likes a profile, once however often it is asked.
 *
 *   insert the like → is there one the other way? → insert the match → tell both
 *
 * Both sides' likes stand before either looks for the other, so at least one of two at once sees both; the match is
 * one unique insert, so exactly one of them tells. A crash in between is mended by the next call of either side.
 */
export async function likeProfile(
  context: LikesContext,
  member: string,
  profile: string,
): Promise<Result<OutputOf<typeof likeProfileCall>>> {
  if (member === profile || !(await mayBeLiked(context, member, profile))) return refuse('NOT_FOUND');
  const before = await blockBetween(context, member, profile);
  if (before) return before;
  const { likes, clock } = context;
  const at = clock.now();
  const added = await likes.addLike({
    _id: likeId(profile, member),
    to: profile,
    from: member,
    at,
    isNew: true,
  });
  const back = await likes.find(member, profile);
  const created = back !== null && (await likes.addMatch({ _id: matchId(member, profile), at }));
  // A block of the same moment removed like and match after they stood, or is seen here.
  const meanwhile = await blockBetween(context, member, profile);
  if (meanwhile) {
    await likes.removeMatch(member, profile);
    await likes.removeLike(profile, member);
    return meanwhile;
  }
  if (added) await tellLiked(context, member, profile, { at, back });
  if (created) {
    await Promise.all([tellMatch(context, member, profile, at), tellMatch(context, profile, member, at)]);
  }
  return ok({ matched: back !== null });
}

/**
 * Takes a like back, and with it the match: before, so that a crash in between leaves two likes whose match the next
 * like makes again, and after, for a like of the other side in the same moment.
 */
export async function unlikeProfile(
  context: LikesContext,
  member: string,
  profile: string,
): Promise<Result<OutputOf<typeof unlikeProfileCall>>> {
  const { likes, publisher } = context;
  await likes.removeMatch(member, profile);
  if (await likes.removeLike(profile, member)) {
    await likes.removeMatch(member, profile);
    const back = await likes.find(member, profile);
    const gone = { received: back !== null, isNew: back?.isNew ?? false };
    await Promise.all([
      publisher.durable(member, likeChanged, { profile, given: false, ...gone }),
      publisher.durable(profile, likeChanged, {
        profile: member,
        given: back !== null,
        received: false,
        isNew: false,
      }),
    ]);
  }
  return ok({ matched: false });
}

/** Somebody active on the same site. */
async function mayBeLiked({ profiles }: LikesContext, member: string, profile: string): Promise<boolean> {
  const [own, other] = await Promise.all([profiles.standingOf(member), profiles.standingOf(profile)]);
  if (other?.status !== 'active' || other.site !== own?.site) return false;
  // Who is invisible is met by people in a conversation only; a block has a refusal of its own.
  return !other.invisible || (await profiles.meets(member, profile));
}

/** The refusal of a block between them; nothing when none stands. */
async function blockBetween(
  { profiles, safety }: LikesContext,
  member: string,
  profile: string,
): Promise<{ ok: false; refusal: Refusal } | undefined> {
  const relation = await safety.relation(member, profile);
  if (relation === 'open') return undefined;
  const name = (await profiles.standingOf(profile))?.name ?? '';
  return refuse(relation === 'blocks' ? 'BLOCKED_BY_YOU' : 'BLOCKED_BY', { values: { name } });
}

async function tellLiked(
  context: LikesContext,
  member: string,
  profile: string,
  { at, back }: { at: number; back: { isNew: boolean } | null },
): Promise<void> {
  const { profiles, publisher } = context;
  const card = (await profiles.cards(profile, [member])).get(member);
  await Promise.all([
    card && publisher.durable(profile, likeReceived, { profile: card, at }),
    publisher.durable(member, likeChanged, {
      profile,
      given: true,
      received: back !== null,
      isNew: back?.isNew ?? false,
    }),
  ]);
}

async function tellMatch(context: LikesContext, member: string, other: string, at: number): Promise<void> {
  const card = (await context.profiles.cards(member, [other])).get(other);
  if (card) await context.publisher.durable(member, matchCreated, { profile: card, at });
}
