import type { LinkKind } from '@heartline/contracts';
import { hashSecret } from '@heartline/platform';
import type { AccountRow, TokenRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';

/** A new one-time link: its purpose and lifetime. */
type NewToken = Pick<TokenRow, 'kind' | 'member' | 'expiresAt'> & Partial<Pick<TokenRow, 'seal' | 'change'>>;

/** Retention of an expired link, so that its page can say that it expired. */
const KNOWN_MS = 30 * 86_400_000;

/** Creates a one-time link and returns its secret. Only the hash is stored. */
export async function issueToken(context: AccountsContext, token: NewToken): Promise<string> {
  const secret = context.ids.secret();
  const forgetAt = new Date(token.expiresAt + KNOWN_MS);
  await context.collections.tokens.insertOne({ _id: hashSecret(secret), usedAt: null, forgetAt, ...token });
  return secret;
}

/**
 * The link of a secret, if it is of this kind and not expired. Also finds used links: a repeated call after a
 * lost answer brings a link it used itself. Does not use the link up.
 */
export async function findLink(
  { collections, clock }: AccountsContext,
  kind: LinkKind,
  secret: string,
): Promise<TokenRow | undefined> {
  const token = await collections.tokens.findOne({ _id: hashSecret(secret), kind });
  return token && token.expiresAt > clock.now() ? token : undefined;
}

/** Marks a link as used. The conditional write on the account before it decided the outcome. */
export async function markTokenUsed({ collections, clock }: AccountsContext, id: string): Promise<void> {
  await collections.tokens.updateOne({ _id: id }, { $set: { usedAt: clock.now() } });
}

/**
 * The seal of links that must not outlive a change of password. Each stored password has its own salt, so the
 * first link that changes it invalidates all others.
 */
export function sealOf(account: Pick<AccountRow, 'passwordHash'>): string {
  return hashSecret(account.passwordHash);
}

/**
 * The seal of each kind of link. A link requested before the confirmation ends with the activation: a
 * stranger may have requested it.
 *
 * - `email`: the password.
 * - `reset`: password and address, since a reader of an old address must not set a password.
 * - `activation`: the address it confirms.
 * - `reactivation`: one deletion.
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

/**
 * True if the state that a link was made under is unchanged. Older links without a seal stay valid until they
 * expire.
 */
export function hasItsSeal({ kind, seal }: TokenRow, account: AccountRow): boolean {
  return seal === undefined || seal === linkSeals[kind](account);
}

/** True if an unexpired link still has an effect: unused, with a valid seal, and for the current address. */
export function isSound(link: TokenRow, account: AccountRow): boolean {
  const { usedAt, change } = link;
  return (
    usedAt === null && hasItsSeal(link, account) && (change === undefined || change.from === account.emailKey)
  );
}
