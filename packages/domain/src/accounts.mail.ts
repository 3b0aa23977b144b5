import { CONSTANTS } from '@heartline/contracts';

/** A mail is tried as long as the links in mails hold. */
export const MAIL_TRIED_MS = CONSTANTS.activationTokenHours * 3_600_000;
/** So often is a mail tried that is refused for good: over about an hour, in which our own mistake may be mended. */
export const MAIL_REFUSALS = 10;
const MAIL_PAUSES = { firstMs: 10_000, mostMs: 900_000 };

/**
 * How long, in ms, a mail waits for its next try after `attempts` of them, `refusals` of which were for good: twice as
 * long each time, a quarter of an hour at most. Undefined when it is given up.
 */
export function nextMailTry(mail: { ageMs: number; attempts: number; refusals: number }): number | undefined {
  if (mail.refusals >= MAIL_REFUSALS || mail.ageMs >= MAIL_TRIED_MS) return undefined;
  return Math.min(MAIL_PAUSES.firstMs * 2 ** (mail.attempts - 1), MAIL_PAUSES.mostMs);
}
