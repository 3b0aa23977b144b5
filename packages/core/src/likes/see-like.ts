import { likeChanged } from '@heartline/contracts';
import type { LikesContext } from './likes-context.ts';

/** Opening a profile clears its new-like flag, on every device of the member (S4-018). */
export async function seeLike(context: LikesContext, member: string, profile: string): Promise<void> {
  const { likes, publisher } = context;
  if (!(await likes.see(member, profile))) return;
  const given = (await likes.find(profile, member)) !== null;
  await publisher.durable(member, likeChanged, { profile, given, received: true, isNew: false });
}
