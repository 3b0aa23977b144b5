import { ok, type ProfileCard, type Result, refuse } from '@heartline/contracts';
import { onlineOf } from './get-cards.ts';
import type { ProfileRow } from './profile.model.ts';
import {
  type Presenting,
  presentCard,
  presentProfile,
  type Viewer,
  type VisitorProfile,
} from './profile.presenter.ts';
import type { ProfilesContext } from './profiles-context.ts';

/** Pictures for visitors are signed for this viewer: everyone without a session. */
export const VISITOR = 'visitor';

/** A visitor sees the main picture, and only the number of the others (section 6). */
export const VISITOR_PHOTOS = 1;

/** Cards of those among `ids` that search shows on this site, as a visitor may see them. */
export async function visitorCards(
  context: ProfilesContext,
  site: string,
  ids: readonly string[],
): Promise<Map<string, ProfileCard>> {
  const [rows, online, eyes] = await Promise.all([
    context.profiles.getMany([...new Set(ids)]),
    onlineOf(context, ids),
    visitorEyes(context, site),
  ]);
  const cards = new Map<string, ProfileCard>();
  for (const [id, row] of rows) {
    if (isShown(row, site)) cards.set(id, presentCard(row, eyes.viewer, online.has(id), eyes.presenting));
  }
  return cards;
}

/** One profile as a visitor may see it; hidden, gone and unknown ones give the same answer. */
export async function visitorProfile(
  context: ProfilesContext,
  site: string,
  id: string,
): Promise<Result<VisitorProfile>> {
  const [row, online, eyes] = await Promise.all([
    context.profiles.get(id),
    onlineOf(context, [id]),
    visitorEyes(context, site),
  ]);
  if (!row || !isShown(row, site)) return refuse('NOT_FOUND');
  return ok(presentProfile(row, eyes.viewer, online.has(id), eyes.presenting));
}

/** True if visitors may see this profile at all. */
export function isShown(row: ProfileRow, site: string): boolean {
  return row.listed === site;
}

async function visitorEyes(
  context: ProfilesContext,
  site: string,
): Promise<{ viewer: Viewer; presenting: Presenting }> {
  const { settings, privately } = await context.site.settingsOf(site);
  return {
    viewer: { id: VISITOR, premium: false, isOwner: false, interests: [] },
    presenting: {
      now: context.clock.now(),
      mediaSecret: context.config.mediaSecret,
      prompts: privately.profile_prompts,
      settings: { ...settings, free_visible_photos: Math.min(VISITOR_PHOTOS, settings.free_visible_photos) },
    },
  };
}
