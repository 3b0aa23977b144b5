import type { CaseRole } from '@heartline/contracts';

const DAY_MS = 86_400_000;

/**
 * Complaints are taken for six months from the day of the decision. These have up to 184 days, and clocks may change by
 * an hour in them.
 */
export const COMPLAINT_MS = 185 * DAY_MS;

/** Until when a complaint about a decision is taken. */
export function complaintUntil(decidedAt: number): number {
  return decidedAt + COMPLAINT_MS;
}

/** Whether this side may still complain: once, after a decision, within six months. */
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
 * Whether a viewer may meet a profile at all. An invisible member is met only by people they are in a conversation
 * with; everybody meets themselves.
 */
export function isMet(
  profile: { invisible: boolean },
  viewer: { isOwner: boolean; isHidden: boolean; inConversation: boolean },
): boolean {
  if (viewer.isOwner) return true;
  if (viewer.isHidden) return false;
  return !profile.invisible || viewer.inConversation;
}
