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
 * 1. Check the link.
 * 2. Check that the person is the owner (`proveOwner`).
 * 3. Check that the account still has the address, and renew its claim in one conditional write.
 * 4. Grant the credits, then show the profile.
 * 5. Set the account from `not_confirmed` to `active` in one conditional write. It also invalidates all links
 *    mailed before.
 * 6. Mark the link as used and cancel the day of erasure.
 *
 * Step 5 decides; a retry after a crash may repeat the steps before it. If an activation and a sign-up claim
 * one address at the same moment, one of them wins.
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
    // An operator may have suspended or erased the account meanwhile: hide the profile again.
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
 * True if the account still has the address its link was mailed to. Renews the claim, so no other sign-up can
 * take the address over. Runs the effects of a confirmed address once, before the account becomes active.
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
