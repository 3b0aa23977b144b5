import { ok, type Result, refuse } from '@heartline/contracts';
import { hashSecret } from '@heartline/platform';
import type { AccountRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { alignProfile } from './align-profile.ts';
import { answerAgain } from './answer-again.ts';
import { hasItsSeal } from './one-time-token.ts';
import { endBefore, type OwnerInput, proveOwner } from './prove-owner.ts';
import { type Device, type Secrets, startSession } from './start-session.ts';
import { dayOfErasure } from './unconfirmed.ts';

/**
 * Activates the account a mailed link belongs to, and signs in.
 *
 *   link sound? → owner proven → address still the account's, and its claim anew (one conditional write) → credits
 *     → profile → account not_confirmed → active (one conditional write) → link used, no day of erasure any more
 *
 * Two sign-ups may claim one address: of an activation and a claim of the same moment one wins. The account's own step
 * decides the rest. With it all links mailed before are dead, and what precedes it may be repeated after a crash.
 */
export async function activateAccount(
  context: AccountsContext,
  input: OwnerInput,
  device: Device,
): Promise<Result<{ member: string; secrets: Secrets }>> {
  const { collections, clock, hooks } = context;
  const now = clock.now();
  const id = hashSecret(input.token);
  const token = await collections.tokens.findOne({ _id: id, kind: 'activation' });
  if (token?.usedAt !== null || token.expiresAt <= now)
    return answerAgain(context, token, device, 'ACTIVATION_FAILED');
  const { member } = token;
  const account = await collections.accounts.findOne({ _id: member, status: 'not_confirmed' });
  if (!account) return answerAgain(context, token, device, 'ACTIVATION_FAILED');
  if (!hasItsSeal(token, account)) return refuse('ACTIVATION_FAILED');
  const owner = await proveOwner(context, account, token, input, device);
  if (!owner.ok) return owner;
  if (!(await confirmAddress(context, account))) return refuse('ACTIVATION_FAILED');
  const forgetDay = await dayOfErasure(context, member);
  await hooks.profiles.setStatus(member, 'active');
  const { where, set, besides } = owner.value;
  const activated = await collections.accounts.findOneAndUpdate(
    { _id: member, status: 'not_confirmed', ...where },
    { $set: { ...set, status: 'active', activatedAt: now }, ...besides },
    { returnDocument: 'after' },
  );
  context.accounts.drop(member);
  if (!activated) {
    // Suspended or erased meanwhile: what was shown already is not.
    await alignProfile(context, member);
    return refuse('ACTIVATION_FAILED');
  }
  await endBefore(context, owner.value, activated);
  await Promise.all([collections.tokens.updateOne({ _id: id }, { $set: { usedAt: now } }), forgetDay()]);
  return ok({
    member,
    secrets: await startSession(context, { member, site: account.site, era: activated.era }, device),
  });
}

/**
 * Whether the address that a mailed link was opened at is still the account's; from now on nobody takes it over. What a
 * confirmed address brings comes with it, once, before the account's own step.
 */
export async function confirmAddress(
  { collections, clock, hooks }: AccountsContext,
  { _id: member, site, emailKey }: AccountRow,
): Promise<boolean> {
  const claimed = await collections.emails.updateOne(
    { _id: `${site}:${emailKey}`, member },
    { $set: { claimedAt: clock.now() } },
  );
  if (claimed.matchedCount !== 1) return false;
  await hooks.onActivated(member, site);
  return true;
}
