/** What decides which pictures of a profile a viewer sees. */
export interface PhotoViewer {
  premium: boolean;
  isOwner: boolean;
}

/**
 * Whether the picture at `position` (0 is the main one) is locked: free members see the first
 * `freeVisiblePhotos`, premium members and the owner all (S1-019, S1-022).
 */
export function isPhotoLocked(position: number, viewer: PhotoViewer, freeVisiblePhotos: number): boolean {
  return !viewer.premium && !viewer.isOwner && position >= freeVisiblePhotos;
}

const DAY_MS = 86_400_000;

/** How recently someone was here, in bands: an exact time says when a person sleeps. */
export function lastActiveBand(lastActiveAt: number, now: number): 'today' | 'week' | 'month' | 'longer' {
  const away = now - lastActiveAt;
  if (away < DAY_MS) return 'today';
  if (away < 7 * DAY_MS) return 'week';
  return away < 30 * DAY_MS ? 'month' : 'longer';
}

/** Interests both have, in the order of the profile looked at. */
export function sharedInterests(theirs: readonly string[], mine: readonly string[]): string[] {
  const own = new Set(mine);
  return theirs.filter((interest) => own.has(interest));
}
