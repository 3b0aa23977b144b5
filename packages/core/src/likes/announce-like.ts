import { type autoLike as autoLikeCall, type OutputOf, ok, type Result, refuse } from '@heartline/contracts';
import { aboutOf } from './like.repository.ts';
import type { LikesContext } from './likes-context.ts';

/**
 * The like for the popup: the newest received one that was neither seen nor announced, once over all devices.
 * There are no automatic likes: without such a like there is nothing to show.
 */
export async function announceLike(
  context: LikesContext,
  member: string,
): Promise<Result<OutputOf<typeof autoLikeCall>>> {
  const { likes, profiles, clock } = context;
  const fresh = (await likes.received(member))
    .filter((row) => row.isNew && row.announcedAt === undefined)
    .sort((a, b) => b.at - a.at);
  const cards = await profiles.cards(
    member,
    fresh.map((row) => row.from),
  );
  for (const row of fresh) {
    const card = cards.get(row.from);
    // One conditional write decides which device shows it.
    if (!card || !(await likes.announce(member, row.from, clock.now()))) continue;
    const back = await likes.find(row.from, member);
    const { main_image: image, ...who } = card;
    return ok({
      ...who,
      matched: back !== null,
      ...aboutOf(row),
      main_image: image && { match: image.filename },
    });
  }
  return refuse('NOT_FOUND');
}
