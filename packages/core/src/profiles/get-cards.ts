import type { ProfileCard } from '@heartline/contracts';
import { metBy } from './met-by.ts';
import { type Presenting, presentCard, type Viewer } from './profile.presenter.ts';
import type { ProfilesContext } from './profiles-context.ts';

/** Cards of those among `ids` that are active, by id, as the viewer may see them. */
export async function getCards(
  context: ProfilesContext,
  viewer: string,
  ids: readonly string[],
): Promise<Map<string, ProfileCard>> {
  const unique = [...new Set(ids)];
  const [rows, online, eyes] = await Promise.all([
    context.profiles.getMany(unique),
    onlineOf(context, unique),
    viewerOf(context, viewer),
  ]);
  const met = await metBy(context, viewer, rows.values());
  const cards = new Map<string, ProfileCard>();
  for (const [id, row] of rows) {
    if (row.status !== 'active' || row.site !== eyes.site || !met.has(id)) continue;
    cards.set(id, presentCard(row, ownEyes(eyes.viewer, id), online.has(id), eyes.presenting));
  }
  return cards;
}

/** The viewer with the facts that decide on pictures and shared interests, and the context of presenting. */
export async function viewerOf(
  context: ProfilesContext,
  id: string,
): Promise<{ viewer: Viewer; site: string; presenting: Presenting }> {
  const [account, profile] = await Promise.all([context.accounts.accountOf(id), context.profiles.get(id)]);
  const site = profile?.site ?? account?.site ?? '';
  const { settings, privately } = await context.site.settingsOf(site);
  return {
    viewer: {
      id,
      premium: account?.premiumAt != null,
      isOwner: false,
      interests: profile?.interests ?? [],
    },
    site,
    presenting: {
      now: context.clock.now(),
      mediaSecret: context.config.mediaSecret,
      settings,
      prompts: privately.profile_prompts,
    },
  };
}

/** The same viewer, looking at the profile `id`, which may be their own. */
export function ownEyes(viewer: Viewer, id: string): Viewer {
  return viewer.id === id ? { ...viewer, isOwner: true } : viewer;
}

/**
 * The online members among them. Presence is optional: without Redis nobody appears online and the page still
 * works.
 */
export async function onlineOf(context: ProfilesContext, ids: readonly string[]): Promise<Set<string>> {
  try {
    return new Set((await context.online.getMany(ids)).keys());
  } catch {
    return new Set();
  }
}
