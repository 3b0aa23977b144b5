import { ok, type Profile, type Result, refuse } from '@heartline/contracts';
import { onlineOf, ownEyes, viewerOf } from './get-cards.ts';
import { presentProfile } from './profile.presenter.ts';
import type { ProfilesContext } from './profiles-context.ts';

/** One member’s profile as the viewer may see it. Gone, hidden and unknown ones are the same: NOT_FOUND. */
export async function getProfile(
  context: ProfilesContext,
  viewerId: string,
  id: string,
): Promise<Result<Profile>> {
  const [row, eyes, online] = await Promise.all([
    context.profiles.get(id),
    viewerOf(context, viewerId),
    onlineOf(context, [id]),
  ]);
  if (!row || row.status !== 'active' || row.site !== eyes.site) return refuse('NOT_FOUND');
  const about = { online: online.has(id), conversation: context.conversationOf(viewerId, id) };
  return ok(presentProfile(row, ownEyes(eyes.viewer, id), about, eyes.presenting));
}
