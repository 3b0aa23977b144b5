import { CONSTANTS, ok, type Result, refuse } from '@heartline/contracts';
import { hashSecret, insertOnce } from '@heartline/platform';
import type { MailTemplate } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';

/** One mail of a kind a minute is enough for a reader who waits for it, and little use to who wants to annoy. */
const TURN_MS = CONSTANTS.mailPauseSeconds * 1_000;

/** A mail that people ask for: its kind, and the member or address it is for. */
interface Wanted {
  template: MailTemplate;
  of: string;
}

/**
 * Takes the turn of a mail that is asked for, or answers how many seconds are left until the next (`MAILED_RECENTLY`).
 * One conditional write: of many who ask at once one gets it. It is asked for unknown addresses too, so that it says
 * nothing of them.
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
    // Another caller was quicker, or the database removed the row, which ran out, and the turn is free.
    existing = await insertOnce(collections.mailTurns, row);
  }
  if (!existing) return ok(undefined);
  const seconds = Math.ceil((existing.until - now) / 1_000);
  return refuse('MAILED_RECENTLY', { values: { seconds } });
}

/** The turn of an activation mail: by address, since the reader has no account to be known by. */
export const activationTurn = (site: string, emailKey: string): Wanted => ({
  template: 'activation',
  of: `${site} ${emailKey}`,
});
