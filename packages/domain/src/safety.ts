import type { CaseRole } from '@heartline/contracts';

const DAY_MS = 86_400_000;

/**
 * Complaints are accepted for six months from the day of the decision. Six months have up to 184 days, and the clock may
 * change by an hour.
 */
export const COMPLAINT_MS = 185 * DAY_MS;

/** The end of the time for a complaint about a decision. */
export function complaintUntil(decidedAt: number): number {
  return decidedAt + COMPLAINT_MS;
}

/** True if this side may still complain: once, after a decision, within six months. */
export function mayComplain(
  decision: { at: number } | null,
  complaints: readonly { by: CaseRole }[],
  role: CaseRole,
  now: number,
): boolean {
  if (!decision || now >= complaintUntil(decision.at)) return false;
  return !complaints.some(({ by }) => by === role);
}

/**
 * True if a viewer may see a profile at all. An invisible member is visible to their conversation partners only; every
 * member sees their own profile.
 */
export function isMet(
  profile: { invisible: boolean },
  viewer: { isOwner: boolean; isHidden: boolean; inConversation: boolean },
): boolean {
  if (viewer.isOwner) return true;
  if (viewer.isHidden) return false;
  return !profile.invisible || viewer.inConversation;
}
