import {
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
import { failpoint } from '@heartline/platform';
import { askAboutLike } from './ask-about-likes.ts';
import { likeId, matchId } from './like.repository.ts';
import type { LikesContext } from './likes-context.ts';
import { publishLikeStatus } from './publish-like-status.ts';

/**
 * Likes a profile, once however often it is asked.
 *
 *   insert the like → is there one the other way? → insert the match → tell both
 *
 * Both sides' likes stand before either looks for the other, so at least one of two at once sees both; the match is
 * one unique insert, so exactly one of them tells. A like that was taken back meanwhile takes the match along: seen here
 * once the match stands, or removed there once the like is gone. A crash in between is mended by the next call of either
 * side: of a like that stands already both hear how they stand, without a word of a new one, since who repeats it may
 * have got no answer, and the devices nothing.
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
  const [added] = await Promise.all([
    likes.addLike({ _id: likeId(profile, member), to: profile, from: member, at, isNew: true }),
    // Each time the like is asked for: the first time may have been cut off. Where Redis does not take it, see decision 036.
    askAboutLike(context, { to: profile, from: member, at }),
  ]);
  failpoint('like:after-write');
  const isBack = (await likes.find(member, profile)) !== null;
  const created = isBack && (await likes.addMatch({ _id: matchId(member, profile), at }));
  // A block of the same moment removed like and match after they stood, or is seen here.
  const meanwhile = await blockBetween(context, member, profile);
  if (meanwhile) {
    await likes.removeMatch(member, profile);
    await likes.removeLike(profile, member);
    return meanwhile;
  }
  const isMatch = created && (await keepsMatch(context, member, profile));
  const matched = await (added
    ? notifyLiked(context, member, profile, at)
    : notifyAgain(context, member, profile));
  if (isMatch) {
    await Promise.all([notifyMatch(context, member, profile, at), notifyMatch(context, profile, member, at)]);
  }
  return ok({ matched });
}

/** Whether a match just made still has both its likes; without one of them it goes. */
async function keepsMatch({ likes }: LikesContext, member: string, profile: string): Promise<boolean> {
  const both = await Promise.all([likes.find(profile, member), likes.find(member, profile)]);
  const stands = both.every((like) => like !== null);
  if (!stands) await likes.removeMatch(member, profile);
  return stands;
}

/**
 * Takes a like back, and with it the match: before, so that a crash in between leaves two likes whose match the next
 * like makes again, and after, for a like of the other side in the same moment. What is taken back already the member's
 * own devices hear once more, and nobody else: no like need ever have stood.
 */
export async function unlikeProfile(
  context: LikesContext,
  member: string,
  profile: string,
): Promise<Result<OutputOf<typeof unlikeProfileCall>>> {
  const { likes } = context;
  await likes.removeMatch(member, profile);
  const removed = await likes.removeLike(profile, member);
  failpoint('unlike:after-write');
  if (removed) {
    await likes.removeMatch(member, profile);
    await publishLikeStatus(context, profile, member);
  }
  await publishLikeStatus(context, member, profile);
  return ok({ matched: false });
}

/** Tells both how they stand; the other one only where the member is seen. Whether they match. */
async function notifyAgain(context: LikesContext, member: string, profile: string): Promise<boolean> {
  const isSeen = (await context.profiles.cards(profile, [member])).has(member);
  const [matched] = await Promise.all([
    publishLikeStatus(context, member, profile),
    isSeen && publishLikeStatus(context, profile, member),
  ]);
  return matched;
}

/** Somebody active on the same site. */
async function mayBeLiked({ profiles }: LikesContext, member: string, profile: string): Promise<boolean> {
  const [own, other] = await Promise.all([profiles.statusOf(member), profiles.statusOf(profile)]);
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
  const name = (await profiles.statusOf(profile))?.name ?? '';
  return refuse(relation === 'blocks' ? 'BLOCKED_BY_YOU' : 'BLOCKED_BY', { values: { name } });
}

/**
 * Tells the other one of a new like, and the member how they stand: read last of all, since the other one may have liked
 * back since this like was given, and told of it first. Whether they match.
 */
async function notifyLiked(
  context: LikesContext,
  member: string,
  profile: string,
  at: number,
): Promise<boolean> {
  const [matched] = await Promise.all([
    publishLikeStatus(context, member, profile),
    publishReceived(context, profile, member, at),
  ]);
  return matched;
}

/** Tells a member of a new like, and what became of it if it was taken back, looked at or blocked before that. */
async function publishReceived(
  context: LikesContext,
  member: string,
  from: string,
  at: number,
): Promise<void> {
  const card = (await context.profiles.cards(member, [from])).get(from);
  if (!card) return;
  await context.publisher.durable(member, likeReceived, { profile: card, at });
  await publishLikeStatus(context, member, from, { received: true, isNew: true });
}

/** Tells a member of a match, and that it is none any more if a like was taken back before that. */
async function notifyMatch(context: LikesContext, member: string, other: string, at: number): Promise<void> {
  const card = (await context.profiles.cards(member, [other])).get(other);
  if (!card) return;
  await context.publisher.durable(member, matchCreated, { profile: card, at });
  await publishLikeStatus(context, member, other, { given: true, received: true });
}
