import { chosenDocuments, documentsOf } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

interface StrayDoc {
  _id: string;
  account: string;
  providerId: string;
  why: string;
  reference: string;
  state: string;
  payment?: string;
}

interface PaymentDoc {
  _id: string;
  state: string;
  account: string;
  providerId: string | null;
}

/**
 * C14: money that goes back as a second payment is not the one that was granted. The rest of an order, and money that was
 * matched to an order, are of one that was granted by it.
 */
export async function* checkStrays(audit: Audit): AsyncGenerator<Violation> {
  const { from, until, whole } = audit;
  const when = whole ? {} : { at: { $gte: from, $lt: until } };
  const fields: (keyof StrayDoc)[] = ['account', 'providerId', 'why', 'reference', 'state', 'payment'];
  for await (const strays of chosenDocuments<StrayDoc>(audit, 'strays', when, fields)) {
    const references = strays.map(orderOf);
    const payments = await documentsOf<PaymentDoc>(audit, 'payments', references, [
      'state',
      'account',
      'providerId',
    ]);
    for (const stray of strays) {
      const detail = faultOf(stray, payments.get(orderOf(stray)));
      if (detail) yield { invariant: 'C14', subject: stray._id, detail };
    }
  }
}

/** The order that a stray is about: that of its reference, unless a person matched it to another. */
const orderOf = ({ reference, payment = reference }: StrayDoc): string => payment;

function faultOf(stray: StrayDoc, payment: PaymentDoc | undefined): string | undefined {
  if (stray.why === 'over' || stray.state === 'matched') return ungranted(stray, payment);
  return stray.why === 'second' ? secondFault(stray, payment) : undefined;
}

function ungranted({ providerId }: StrayDoc, payment: PaymentDoc | undefined): string | undefined {
  const isGranted = payment?.state === 'completed' && payment.providerId === providerId;
  return isGranted ? undefined : 'the order of its money was not granted';
}

function secondFault(stray: StrayDoc, payment: PaymentDoc | undefined): string | undefined {
  const isSettled = payment?.state === 'completed' || payment?.state === 'review';
  // An operator may have given a held payment back since.
  if (!payment || (!isSettled && payment.state !== 'failed'))
    return 'the order it is a second payment of was not paid';
  // Its account may have got a new name since.
  const isItself = payment.providerId === stray.providerId;
  return isItself && stray.state !== 'kept' ? 'the payment that was granted goes back' : undefined;
}
