import type { Balance, getUser, OutputOf, User } from '@heartline/contracts';

/** The signed-in member, with the version of their event stream. */
export type UserState = OutputOf<typeof getUser>;

/** The member with a balance they were told of; with their own, where that is of a later row. */
export function withBalance(user: User, { credits, premium, ledgerSeq }: Balance): User {
  return ledgerSeq > user.ledgerSeq ? { ...user, credits, paid_user: premium, ledgerSeq } : user;
}

/**
 * An answer, with the balance that is held where that is ahead of it: what came with the answer to a send may be newer
 * than what was asked for before.
 */
export function withLaterBalance(answer: UserState, held: UserState | null | undefined): UserState {
  if (held?.user.id !== answer.user.id) return answer;
  return { ...answer, user: withBalance(answer.user, { ...held.user, premium: held.user.paid_user }) };
}
