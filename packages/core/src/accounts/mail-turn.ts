import { CONSTANTS, ok, type Result, refuse } from '@heartline/contracts';
import { hashSecret, insertOnce } from '@heartline/platform';
import type { MailTemplate } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';

/** One mail of a kind per minute is enough for a waiting reader and useless for harassment. */
const TURN_MS = CONSTANTS.mailPauseSeconds * 1_000;

/** A mail on request: its kind, and its member or address. */
interface Wanted {
  template: MailTemplate;
  of: string;
}

/**
 * Reserves the right to send a mail on request, or returns the seconds until the next one
 * (`MAILED_RECENTLY`). Of many concurrent callers one conditional write lets one through. Callers also use it
 * for unknown addresses, so the answer reveals nothing.
 */
export async function takeMailTurn(
  { collections, clock }: AccountsContext,
  { template, of }: Wanted,
): Promise<Result<undefined>> {
  const now = clock.now();
  const row = {
    _id: hashSecret(`${template} ${of}`),
    until: now + TURN_MS,
    forgetAt: new Date(now + TURN_MS),
  };
  let existing = await insertOnce(collections.mailTurns, row);
  if (existing && existing.until <= now) {
    const { _id, ...next } = row;
    const taken = await collections.mailTurns.updateOne({ _id, until: existing.until }, { $set: next });
    if (taken.modifiedCount === 1) return ok(undefined);
    // Another caller was quicker, or the database removed the expired row and the insert may succeed.
    existing = await insertOnce(collections.mailTurns, row);
  }
  if (!existing) return ok(undefined);
  const seconds = Math.ceil((existing.until - now) / 1_000);
  return refuse('MAILED_RECENTLY', { values: { seconds } });
}

/** The throttle of activation mails, by address: the reader may have no account. */
export const activationTurn = (site: string, emailKey: string): Wanted => ({
  template: 'activation',
  of: `${site} ${emailKey}`,
});
