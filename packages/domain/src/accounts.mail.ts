import { CONSTANTS } from '@heartline/contracts';

/** The longest time to retry a mail: the lifetime of an activation link. */
export const MAIL_TRIED_MS = CONSTANTS.activationTokenHours * 3_600_000;
/** Tries of a mail that is refused permanently, over about an hour: the operator may correct a mistake of ours. */
export const MAIL_REFUSALS = 10;
const MAIL_PAUSES = { firstMs: 10_000, mostMs: 900_000 };

/**
 * The delay in ms before the next try of a mail after `attempts` tries, `refusals` of them permanent. It doubles up to a
 * quarter of an hour. Undefined gives up: after three days, or if its link (`linkMs` left, `Infinity` without an end)
 * would be dead by then.
 */
export function nextMailTry(mail: {
  ageMs: number;
  attempts: number;
  refusals: number;
  linkMs: number;
}): number | undefined {
  if (mail.refusals >= MAIL_REFUSALS || mail.ageMs >= MAIL_TRIED_MS) return undefined;
  const pauseMs = Math.min(MAIL_PAUSES.firstMs * 2 ** (mail.attempts - 1), MAIL_PAUSES.mostMs);
  return pauseMs < mail.linkMs ? pauseMs : undefined;
}
