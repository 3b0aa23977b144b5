import { CONSTANTS } from '@heartline/contracts';

/** No mail is tried for longer, whatever its link: as long as that of an activation holds. */
export const MAIL_TRIED_MS = CONSTANTS.activationTokenHours * 3_600_000;
/** So often is a mail tried that is refused for good: over about an hour, in which our own mistake may be mended. */
export const MAIL_REFUSALS = 10;
const MAIL_PAUSES = { firstMs: 10_000, mostMs: 900_000 };

/**
 * How long, in ms, a mail waits for its next try after `attempts` of them, `refusals` of which were for good: twice as
 * long each time, a quarter of an hour at most. `linkMs` is how long its link still holds, `Infinity` without one that
 * ends. Undefined when it is given up: after three days, and where the next try would come with a dead link.
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
