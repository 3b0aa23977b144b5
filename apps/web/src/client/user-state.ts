import type { Balance, getUser, OutputOf, User } from '@heartline/contracts';

/** The signed-in member, with the version of their event stream. */
export type UserState = OutputOf<typeof getUser>;

/** Credits that can be spent now: none while some are owed, since every send is refused then. */
export const spendable = ({ credits, debt }: Pick<User, 'credits' | 'debt'>): number =>
  debt > 0 ? 0 : credits;

/** The member with this balance, unless their own is of a later ledger row. */
export function withBalance(user: User, { credits, debt, premium, ledgerSeq }: Balance): User {
  return ledgerSeq > user.ledgerSeq ? { ...user, credits, debt, paid_user: premium, ledgerSeq } : user;
}

/**
 * The answer, with the held balance when that is of a later row. A balance that came with a send may be newer than an
 * answer asked for before it.
 */
export function withLaterBalance(answer: UserState, held: UserState | null | undefined): UserState {
  if (held?.user.id !== answer.user.id) return answer;
  return { ...answer, user: withBalance(answer.user, { ...held.user, premium: held.user.paid_user }) };
}
