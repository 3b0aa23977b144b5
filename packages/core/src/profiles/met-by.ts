import { isMet } from '@heartline/domain';
import type { ProfileRow } from './profile.model.ts';
import type { ProfilesContext } from './profiles-context.ts';

/** Those of the profiles that the viewer may meet: no block between them, and not invisible to them. */
export async function metBy(
  context: Pick<ProfilesContext, 'safety' | 'knownTo'>,
  viewer: string,
  rows: Iterable<ProfileRow>,
): Promise<Set<string>> {
  const all = [...rows];
  const invisible = all.filter((row) => row.invisible && row._id !== viewer).map((row) => row._id);
  const [hidden, known] = await Promise.all([
    context.safety.hiddenFor(viewer),
    invisible.length > 0 ? context.knownTo(viewer, invisible) : new Set<string>(),
  ]);
  const met = all.filter((row) =>
    isMet(row, {
      isOwner: row._id === viewer,
      isHidden: hidden.has(row._id),
      inConversation: known.has(row._id),
    }),
  );
  return new Set(met.map((row) => row._id));
}
