import {
  type hideMatch as hideMatchCall,
  type InputOf,
  likeChanged,
  type OutputOf,
  ok,
  type Result,
  refuse,
} from '@heartline/contracts';
import type { LikesContext } from './likes-context.ts';
import { statusOf } from './publish-like-status.ts';

/**
 * Hides a match from the member's new ones, or shows it again, on all their devices. It is noted on the like
 * received, so it ends with the like. Refused if there is no such match.
 */
export async function hideMatch(
  context: LikesContext,
  member: string,
  { profile, hidden }: InputOf<typeof hideMatchCall>,
): Promise<Result<OutputOf<typeof hideMatchCall>>> {
  const status = await statusOf(context, member, profile);
  if (!status.given || !status.received) return refuse('NOT_FOUND');
  const hiddenAt = hidden ? context.clock.now() : undefined;
  if (!(await context.likes.hideMatch(member, profile, hiddenAt))) return refuse('NOT_FOUND');
  await context.publisher.durable(member, likeChanged, { profile, ...status, hidden });
  return ok({ ok: true });
}
