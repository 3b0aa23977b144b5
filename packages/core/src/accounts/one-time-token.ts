import type { LinkKind } from '@heartline/contracts';
import { hashSecret } from '@heartline/platform';
import type { AccountRow, TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';

/** A one-time link to make: what it is for and how long it works. */
type NewToken = Pick<TokenRow, 'kind' | 'member' | 'expiresAt'> & Partial<Pick<TokenRow, 'seal' | 'change'>>;

/** How long a link that is over is still known as one, so that its page can say so. */
const KNOWN_MS = 30 * 86_400_000;

/** Makes a one-time link and answers its secret, of which only the hash is kept. */
export async function issueToken(context: AccountsContext, token: NewToken): Promise<string> {
  const secret = context.ids.secret();
  const forgetAt = new Date(token.expiresAt + KNOWN_MS);
  await context.collections.tokens.insertOne({ _id: hashSecret(secret), usedAt: null, forgetAt, ...token });
  return secret;
}

/**
 * The link behind a secret, if it is of this kind and not too old; used or not, as a call that is repeated since its
 * answer was lost comes with a link it used itself. Uses nothing up.
 */
export async function findLink(
  { collections, clock }: AccountsContext,
  kind: LinkKind,
  secret: string,
): Promise<TokenRow | undefined> {
  const token = await collections.tokens.findOne({ _id: hashSecret(secret), kind });
  return token && token.expiresAt > clock.now() ? token : undefined;
}

/** Notes that a link did its work. What decided was the conditional write on the account before it. */
export async function markTokenUsed({ collections, clock }: AccountsContext, id: string): Promise<void> {
  await collections.tokens.updateOne({ _id: id }, { $set: { usedAt: clock.now() } });
}

/**
 * The seal of what dares not outlive a change of password. Every stored password is salted, so of several links made
 * under one of them the first that changes it puts an end to the others.
 */
export function sealOf(account: Pick<AccountRow, 'passwordHash'>): string {
  return hashSecret(account.passwordHash);
}

/**
 * The seal of each kind of link: a new address is the password's; a reset the address's too, since the reader of an old
 * one sets no password; an activation the address's that it confirms; a way back belongs to one deletion. A link that an
 * account asked for before it was confirmed ends with the activation: a stranger may have asked.
 */
export const linkSeals = {
  email: (account: AccountRow) => before(account) ?? sealOf(account),
  reset: (account: AccountRow) =>
    hashSecret(`${before(account) ?? account.passwordHash} ${account.emailKey}`),
  reactivation: ({ _id, deletion }: AccountRow) => hashSecret(`deletion ${_id} ${deletion?.at}`),
  activation: ({ _id, emailKey }: Pick<AccountRow, '_id' | 'emailKey'>) =>
    hashSecret(`activation ${_id} ${emailKey}`),
} satisfies Record<LinkKind, (account: AccountRow) => string>;

/** The seal of the password of an account that was never confirmed. */
const before = ({ passwordHash, activatedAt }: AccountRow): string | undefined =>
  activatedAt === null ? hashSecret(`unconfirmed ${passwordHash}`) : undefined;

/** Whether what a link was made under still stands. Links mailed before their kind had a seal hold to their end. */
export function hasItsSeal({ kind, seal }: TokenRow, account: AccountRow): boolean {
  return seal === undefined || seal === linkSeals[kind](account);
}

/** Whether a link that is in time still does something for the account: unused, with its seal, and of its address. */
export function isSound(link: TokenRow, account: AccountRow): boolean {
  const { usedAt, change } = link;
  return (
    usedAt === null && hasItsSeal(link, account) && (change === undefined || change.from === account.emailKey)
  );
}
