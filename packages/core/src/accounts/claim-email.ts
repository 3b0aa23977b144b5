import { ok, type Result, refuse } from '@heartline/contracts';
import { hashSecret, insertOnce } from '@heartline/platform';
import type { AccountRow, EmailRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';

/** A claim without an account is left from a crash; after this time another sign-up may take it over. */
const ABANDONED_MS = 60_000;
/** After this time an unconfirmed account loses its address to the next sign-up. */
const UNCONFIRMED_MS = 72 * 3_600_000;

/** The owner of an address; `account` is set if an earlier attempt of the same sign-up created it. */
interface Claim {
  member: string;
  account: AccountRow | undefined;
}

/**
 * Claims an address by one unique insert, or takes over an abandoned claim by one conditional update. A claim
 * with the same key belongs to the same sign-up, which continues with the same member.
 */
export async function claimEmail(
  context: AccountsContext,
  id: string,
  { member, key }: { member: string; key: string | undefined },
): Promise<Result<Claim>> {
  const { emails, accounts } = context.collections;
  const claim = { member, claimedAt: context.clock.now(), key: key === undefined ? null : hashSecret(key) };
  const existing = await insertOnce(emails, { _id: id, ...claim });
  if (!existing) return ok({ member, account: undefined });
  const account = (await accounts.findOne({ _id: existing.member })) ?? undefined;
  if (claim.key !== null && existing.key === claim.key) return ok({ member: existing.member, account });
  return takeOverClaim(context, { existing, account }, claim);
}

/**
 * Takes over a claimed address. Refused unless its account was never created, or was never confirmed in time.
 */
async function takeOverClaim(
  context: AccountsContext,
  { existing, account }: { existing: EmailRow; account: AccountRow | undefined },
  claim: Omit<EmailRow, '_id'>,
): Promise<Result<Claim>> {
  const refused = refusedBy(existing, account, claim.claimedAt);
  if (refused) return refuse(refused);
  const taken = await context.collections.emails.updateOne(
    { _id: existing._id, member: existing.member, claimedAt: existing.claimedAt },
    { $set: claim },
  );
  return taken.modifiedCount === 1 ? ok({ member: claim.member, account: undefined }) : refuse('EMAIL_TAKEN');
}

type EmailRefused = 'EMAIL_TAKEN' | 'EMAIL_PENDING_DELETION';

function refusedBy(
  existing: EmailRow,
  account: AccountRow | undefined,
  now: number,
): EmailRefused | undefined {
  if (account?.status === 'deleted') return 'EMAIL_PENDING_DELETION';
  const idle = account ? UNCONFIRMED_MS : ABANDONED_MS;
  const free = (!account || account.status === 'not_confirmed') && now - existing.claimedAt > idle;
  return free ? undefined : 'EMAIL_TAKEN';
}

/**
 * The reason why a sign-up cannot have this address now. A claim with the same key belongs to the sign-up
 * itself.
 */
export async function emailRefused(
  { collections, clock }: AccountsContext,
  id: string,
  key: string | undefined,
): Promise<EmailRefused | undefined> {
  const existing = await collections.emails.findOne({ _id: id });
  if (!existing || (key !== undefined && existing.key === hashSecret(key))) return undefined;
  const account = await collections.accounts.findOne({ _id: existing.member });
  return refusedBy(existing, account ?? undefined, clock.now());
}
