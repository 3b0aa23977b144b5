import type { DisputeState } from '@heartline/contracts';

/**
 * Credits of a dispute in the ledger. They follow the word of the bank one step at a time, each with a row of its own:
 *
 *     none ─→ due ─→ done ─→ back-due ─→ back-done ─→ due (lost again: the next round)
 *              credits out      credits back
 */
export type DisputeLedger = 'none' | 'due' | 'done' | 'back-due' | 'back-done';

/** Progress of the credits of a dispute, and how many times they were taken. */
export interface DisputeStand {
  ledger: DisputeLedger;
  round: number;
}

/** True if the bank has the money. */
export const isOut = (state: DisputeState): boolean => state === 'taken' || state === 'lost';

/** The stand after the bank’s word. A step that is under way ends first. */
export function afterWord(stand: DisputeStand, state: DisputeState): DisputeStand {
  const { ledger, round } = stand;
  if (isOut(state)) {
    if (ledger === 'none') return { ledger: 'due', round };
    if (ledger === 'back-done') return { ledger: 'due', round: round + 1 };
  } else if (ledger === 'done') return { ledger: 'back-due', round };
  return stand;
}

/** The stand after the row of a step was written; `state` is the bank’s word by then. */
export function afterRow(stand: DisputeStand, state: DisputeState): DisputeStand {
  const ledger = { due: 'done', 'back-due': 'back-done' } as const;
  const next = stand.ledger === 'due' || stand.ledger === 'back-due' ? ledger[stand.ledger] : stand.ledger;
  return afterWord({ ledger: next, round: stand.round }, state);
}

/**
 * The loss by disputes of one payment: what went out twice, since it was refunded too, or disputed beyond the price. In
 * cents, one number for each dispute in this order.
 */
export function lossesOf(
  disputes: readonly { state: DisputeState; cents: number }[],
  { receivedCents, refundedCents }: { receivedCents: number; refundedCents: number },
): number[] {
  let out = refundedCents;
  const beyond = () => Math.max(0, out - receivedCents);
  return disputes.map(({ state, cents }) => {
    const before = beyond();
    if (isOut(state)) out += cents;
    return beyond() - before;
  });
}

/**
 * The reason for which a bank returns a debit:
 *
 * - `funds`: too little money, or a limit. The account is right.
 * - `account`: the account is closed, blocked, wrong, or takes no debits.
 * - `refused`: the holder says that they gave no mandate, or refused the debit.
 * - `other`: anything else.
 */
export type ReturnKind = 'funds' | 'account' | 'refused' | 'other';

/**
 * R-codes of SEPA direct debits (EPC173-14), which Mollie and bridges pass on. Words of Stripe for failed charges, ended
 * mandates and disputes.
 */
const KINDS: Readonly<Record<Exclude<ReturnKind, 'other'>, readonly string[]>> = {
  funds: ['AM04', 'AM05', 'insufficient_funds'],
  account: [
    'AC01',
    'AC04',
    'AC06',
    'AC13',
    'AG01',
    'MD07',
    'RC01',
    'account_closed',
    'account_frozen',
    'bank_account_closed',
    'bank_account_frozen',
    'bank_account_invalid_details',
    'bank_account_restricted',
    'bank_ownership_changed',
    'incorrect_account_details',
    'invalid_account_number',
    'no_account',
  ],
  refused: [
    'MD01',
    'MD06',
    'MS02',
    'SL01',
    'customer_initiated',
    'debit_not_authorized',
    'fraudulent',
    'unrecognized',
  ],
};

const KIND_OF: ReadonlyMap<string, ReturnKind> = new Map(
  Object.entries(KINDS).flatMap(([kind, words]) =>
    words.map((word) => [word.toLowerCase(), kind as ReturnKind] as const),
  ),
);

/** The kind of a return, by an R-code or the provider’s own word, however it is spelled. */
export function returnKind(reason: string): ReturnKind {
  return (
    KIND_OF.get(
      reason
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    ) ?? 'other'
  );
}
