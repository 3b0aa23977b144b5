import type { directDebit as directDebitContract, ParsedOf } from '@heartline/contracts';
import type { PaymentsContext } from '../payments-context.ts';
import type { Debtor } from './debtor.ts';
import { directDebit } from './direct-debit.ts';
import { getDirectDebit } from './get-direct-debit.ts';
import { revokeMandate } from './revoke-mandate.ts';

/** Direct debit by our form: the order with its code, and the mandate. */
export function directDebitCalls(context: PaymentsContext) {
  return {
    getDirectDebit: (viewer: { member: string; site: string }) => getDirectDebit(context, viewer),
    directDebit: (from: Debtor, input: ParsedOf<typeof directDebitContract>) =>
      directDebit(context, from, input),
    revokeMandate: (member: string, mandate: string) => revokeMandate(context, member, mandate),
  };
}
