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
import { type LikeRow, likeId, matchId } from './like.repository.ts';
import type { LikesContext } from './likes-context.ts';
import { publishLikeStatus } from './publish-like-status.ts';

/**
 * Likes a profile, once however often it is called. `wanted` is the answered prompt that the like is about; a like of
 * a withdrawn answer counts without it.
 *
 * 1. Insert the like.
 * 2. Look for a like the other way.
 * 3. Insert the match.
 * 4. Publish to both.
 *
 * - Both likes are stored before either call looks for the other, so at least one of two concurrent calls
 *   sees both.
 * - The match is one unique insert, so exactly one call publishes it.
 * - A like taken back meanwhile removes the match: found here after the match is stored, or removed there
 *   after the like is gone.
 * - After a crash the next call of either side repairs it. For an existing like both sides get the current
 *   state, because an answer or event may have been lost.
 */
export async function likeProfile(
  context: LikesContext,
  member: string,
  profile: string,
  wanted?: string,
): Promise<Result<OutputOf<typeof likeProfileCall>>> {
  if (member === profile || !(await mayBeLiked(context, member, profile))) return refuse('NOT_FOUND');
  const before = await blockBetween(context, member, profile);
  if (before) return before;
  const { likes, clock } = context;
  const at = clock.now();
  const isShown = wanted !== undefined && (await context.profiles.isAnswerShown(profile, wanted));
  const about = isShown ? { prompt: wanted } : {};
  const [added] = await Promise.all([
    likes.addLike({ _id: likeId(profile, member), to: profile, from: member, at, isNew: true, ...about }),
    // On every call, since the first one may have been cut off. If Redis does not accept it, see decision
    // 036.
    askAboutLike(context, { to: profile, from: member, at }),
  ]);
  failpoint('like:after-write');
  const isBack = (await likes.find(member, profile)) !== null;
  // A member who likes back has seen the other's like: its number leaves the badge.
  if (isBack) await likes.see(member, profile);
  const created = isBack && (await likes.addMatch({ _id: matchId(member, profile), at }));
  // A concurrent block removed like and match after they were stored, or is seen here.
  const meanwhile = await blockBetween(context, member, profile);
  if (meanwhile) {
    await likes.removeMatch(member, profile);
    await likes.removeLike(profile, member);
    return meanwhile;
  }
  const isMatch = created && (await keepMatchIfMutual(context, member, profile));
  const matched = await (added
    ? notifyLiked(context, member, profile, { at, ...about })
    : notifyAgain(context, member, profile));
  if (isMatch) {
    await Promise.all([notifyMatch(context, member, profile, at), notifyMatch(context, profile, member, at)]);
  }
  return ok({ matched });
}

/** True if a new match still has both its likes; otherwise removes the match. */
async function keepMatchIfMutual({ likes }: LikesContext, member: string, profile: string): Promise<boolean> {
  const both = await Promise.all([likes.find(profile, member), likes.find(member, profile)]);
  const isMutual = both.every((like) => like !== null);
  if (!isMutual) await likes.removeMatch(member, profile);
  return isMutual;
}

/**
 * Takes a like back.
 *
 * - Removes the match before: after a crash in between, the next like makes the match again.
 * - Removes it again after: the other side may like at the same time.
 * - A like already taken back is published only to the member's own devices, since it may never have existed.
 */
export async function unlikeProfile(
  context: LikesContext,
  member: string,
  profile: string,
): Promise<Result<OutputOf<typeof unlikeProfileCall>>> {
  const { likes } = context;
  await likes.removeMatch(member, profile);
  // The next match of the two is a new one.
  await likes.hideMatch(member, profile, undefined);
  const removed = await likes.removeLike(profile, member);
  failpoint('unlike:after-write');
  if (removed) {
    await likes.removeMatch(member, profile);
    await publishLikeStatus(context, profile, member);
  }
  await publishLikeStatus(context, member, profile);
  return ok({ matched: false });
}

/** Publishes the state to both; to the other one only if they see the member. True if they match. */
async function notifyAgain(context: LikesContext, member: string, profile: string): Promise<boolean> {
  const isSeen = (await context.profiles.cards(profile, [member])).has(member);
  const [matched] = await Promise.all([
    publishLikeStatus(context, member, profile),
    isSeen && publishLikeStatus(context, profile, member),
  ]);
  return matched;
}

/** True for an active member of the same site. */
async function mayBeLiked({ profiles }: LikesContext, member: string, profile: string): Promise<boolean> {
  const [own, other] = await Promise.all([profiles.statusOf(member), profiles.statusOf(profile)]);
  if (other?.status !== 'active' || other.site !== own?.site) return false;
  // Only people in a conversation see an invisible member; a block has its own refusal.
  return !other.invisible || (await profiles.meets(member, profile));
}

/** The refusal if a block is between them; undefined otherwise. */
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
 * Publishes a new like to the other one, and the state to the member; returns true if they match. The state
 * is read last, because the other one may have liked back meanwhile with an event of its own.
 */
async function notifyLiked(
  context: LikesContext,
  member: string,
  profile: string,
  like: Pick<LikeRow, 'at' | 'prompt'>,
): Promise<boolean> {
  const [matched] = await Promise.all([
    publishLikeStatus(context, member, profile),
    publishReceived(context, profile, member, like),
  ]);
  return matched;
}

/**
 * Publishes a new like to a member, and then the current state if the like was taken back, seen or blocked
 * before that.
 */
async function publishReceived(
  context: LikesContext,
  member: string,
  from: string,
  like: Pick<LikeRow, 'at' | 'prompt'>,
): Promise<void> {
  const card = (await context.profiles.cards(member, [from])).get(from);
  if (!card) return;
  await context.publisher.durable(member, likeReceived, { profile: card, ...like });
  await publishLikeStatus(context, member, from, { received: true, isNew: true });
}

/** Publishes a match to a member, and then its end if a like was taken back before that. */
async function notifyMatch(context: LikesContext, member: string, other: string, at: number): Promise<void> {
  const [cards, written] = await Promise.all([
    context.profiles.cards(member, [other]),
    context.knownTo(member, [other]),
  ]);
  const card = cards.get(other);
  if (!card) return;
  const unwritten = !written.has(other) && ({ unwritten: true } as const);
  await context.publisher.durable(member, matchCreated, { profile: card, at, ...unwritten });
  await publishLikeStatus(context, member, other, { given: true, received: true });
}
