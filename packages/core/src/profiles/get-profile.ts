import { ok, type Profile, type Result, refuse } from '@heartline/contracts';
import { messagePrice } from '@heartline/domain';
import { onlineOf, ownEyes, viewerOf } from './get-cards.ts';
import { metBy } from './met-by.ts';
import { presentProfile } from './profile.presenter.ts';
import type { ProfilesContext } from './profiles-context.ts';

/**
 * One member’s profile as the viewer may see it. Gone, hidden and unknown ones give the same answer:
 * NOT_FOUND.
 */
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
  const relation = await context.safety.relation(viewerId, id);
  if (relation !== 'open') {
    // The only place that reveals a block: the viewer opened this very page (product decision 9).
    return refuse(relation === 'blocks' ? 'BLOCKED_BY_YOU' : 'BLOCKED_BY', { values: { name: row.name } });
  }
  if (!(await metBy(context, viewerId, [row])).has(id)) return refuse('NOT_FOUND');
  return ok({
    ...presentProfile(row, ownEyes(eyes.viewer, id), online.has(id), eyes.presenting),
    conversation: context.conversationOf(viewerId, id),
    message_credits: messagePrice(eyes.presenting.settings, row),
  });
}
