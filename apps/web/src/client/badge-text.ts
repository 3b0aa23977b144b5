import { CONSTANTS } from '@heartline/contracts';

/** A count as a badge shows it: the number to 99, then `99+`; nothing for none (S2-141). */
export function badgeText(count: number): string | undefined {
  if (count <= 0) return undefined;
  return count > CONSTANTS.unreadBadgeCap ? `${CONSTANTS.unreadBadgeCap}+` : String(count);
}
