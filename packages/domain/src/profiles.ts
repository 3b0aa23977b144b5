import { cleanText, isBlank } from './text.ts';

/** Facts about a viewer that decide which pictures are locked. */
export interface PhotoViewer {
  premium: boolean;
  isOwner: boolean;
}

/**
 * True if the picture at `position` (0 is the main one) is locked. Free members see the first `freeVisiblePhotos`;
 * premium members and the owner see all (S1-019, S1-022).
 */
export function isPhotoLocked(position: number, viewer: PhotoViewer, freeVisiblePhotos: number): boolean {
  return !viewer.premium && !viewer.isOwner && position >= freeVisiblePhotos;
}

const DAY_MS = 86_400_000;

/** The last activity in bands; an exact time would reveal when a person sleeps. */
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

/** The most pictures of a member; premium members may have more (S1-020, S1-023). */
export function photoLimit(
  premium: boolean,
  limits: { free_photos: number; premium_photos: number },
): number {
  return premium ? limits.premium_photos : limits.free_photos;
}

/**
 * Pictures in the order of `ids`; pictures not named follow in their old order. Unknown and repeated ids are ignored.
 */
export function reorderPhotos<P extends { id: string }>(photos: readonly P[], ids: readonly string[]): P[] {
  const named = [...new Set(ids)].flatMap((id) => photos.find((photo) => photo.id === id) ?? []);
  return [...named, ...photos.filter(({ id }) => !ids.includes(id))];
}

/** Letters that turn the direction of a text or hide in it. */
const UNSEEN = /[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** "About me" as it is stored: one Unicode form, no control characters, no two empty lines in a row; null if blank. */
export function cleanAbout(text: string): string | null {
  const clean = cleanText(text.normalize('NFC'))
    .replaceAll('\t', ' ')
    .replace(UNSEEN, '')
    .replace(/[^\S\n]+$/gmu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return isBlank(clean) ? null : clean;
}

const CITY = /^[\p{L}\p{M}\p{N} .,'’()/-]+$/u;

/** The name of a city as it is stored; undefined for an invalid one, null for an empty one. */
export function cleanCity(text: string): string | null | undefined {
  const clean = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (clean === '') return null;
  return CITY.test(clean) && !isBlank(clean) ? clean : undefined;
}

/** The optional fields of a profile. */
interface Fillable {
  about: unknown;
  city: unknown;
  hair_color: unknown;
  eye_color: unknown;
  body_type: unknown;
  relationship_status: unknown;
  tattoos: unknown;
  reason: unknown;
  prompts: readonly unknown[];
  interests: readonly unknown[];
  pictures: readonly unknown[];
}

/** The empty fields of a profile, the most important first. */
export function missingFields(profile: Fillable, shown: readonly string[]): (keyof Fillable)[] {
  const order = [
    'pictures',
    'about',
    'prompts',
    'interests',
    'reason',
    'relationship_status',
    'city',
    'body_type',
    'hair_color',
    'eye_color',
    'tattoos',
  ] as const;
  return order.filter((field) => {
    const value = profile[field];
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    return isEmpty && shown.includes(field);
  });
}
