import { LANDER_SLUG, LANDER_VARIANT, LANDERS, type LanderTag, MEMBER_LANDERS } from '@heartline/contracts';
import { localStore } from './storage.ts';

const KEY = 'signup-draft';

/** Everything stored of a sign-up that is not sent yet. Another release may have written it. */
export function readStoredDraft(): Record<string, unknown> {
  return { ...(localStore.getJson(KEY) as object | undefined) };
}

/** Stores these fields beside those of the draft. */
export function addToDraft(fields: Readonly<Record<string, unknown>>): void {
  localStore.set(KEY, JSON.stringify({ ...readStoredDraft(), ...fields }));
}

/** Deletes the draft from this device. */
export function dropDraft(): void {
  localStore.remove(KEY);
}

/** The lander that the sign-up began at. */
export function landerOfDraft(): LanderTag | undefined {
  const tag = readStoredDraft()['lander'];
  return isLanderTag(tag) ? tag : undefined;
}

function isLanderTag(tag: unknown): tag is LanderTag {
  if (typeof tag !== 'object' || tag === null) return false;
  const { site, lander, slug = 'none', variant = 'none', ...more } = tag as Record<string, unknown>;
  const names: readonly unknown[] = [...LANDERS, ...MEMBER_LANDERS];
  return (
    typeof site === 'string' &&
    names.includes(lander) &&
    LANDER_SLUG.test(String(slug)) &&
    LANDER_VARIANT.test(String(variant)) &&
    Object.keys(more).length === 0
  );
}
