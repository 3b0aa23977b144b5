import type { LikesContext } from './likes-context.ts';
import { publishLikeStatus } from './publish-like-status.ts';

/** Opening a profile clears its new-like flag, on every device of the member (S4-018). */
export async function seeLike(context: LikesContext, member: string, profile: string): Promise<void> {
  if (await context.likes.see(member, profile)) await publishLikeStatus(context, member, profile);
}
