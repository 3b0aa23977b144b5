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
  at: number;
}

/** A second payment goes back within this time, unless its provider is away or refuses. */
const GOES_BACK_MS = 86_400_000;

interface PaymentDoc {
  _id: string;
  state: string;
  account: string;
  providerId: string | null;
}

/**
 * C14: no provider payment is behind two grants. A second payment goes back, and is not the one that was granted. The rest of an order, and money that was
 * matched to an order, are of one that was granted by it.
 */
export async function* checkStrays(audit: Audit): AsyncGenerator<Violation> {
  yield* checkGrants(audit);
  const { from, until, whole } = audit;
  const when = whole ? {} : { at: { $gte: from, $lt: until } };
  const fields: (keyof StrayDoc)[] = ['account', 'providerId', 'why', 'reference', 'state', 'payment', 'at'];
  for await (const strays of chosenDocuments<StrayDoc>(audit, 'strays', when, fields)) {
    const references = strays.map(orderOf);
    const payments = await documentsOf<PaymentDoc>(audit, 'payments', references, [
      'state',
      'account',
      'providerId',
    ]);
    for (const stray of strays) {
      const isLate = stray.why === 'second' && stray.state === 'seen' && audit.now - stray.at > GOES_BACK_MS;
      const detail = isLate
        ? 'a second payment that has not gone back for a day'
        : faultOf(stray, payments.get(orderOf(stray)));
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

/** Granted payments that share one provider payment. */
async function* checkGrants(audit: Audit): AsyncGenerator<Violation> {
  const { mongo, from, until, whole } = audit;
  const when = whole ? {} : { createdAt: { $gte: from, $lt: until } };
  const granted = { state: 'completed', providerId: { $type: 'string' } };
  const fields: (keyof PaymentDoc)[] = ['account', 'providerId'];
  for await (const some of chosenDocuments<PaymentDoc>(audit, 'payments', { ...granted, ...when }, fields)) {
    const ids = some.map(({ providerId }) => providerId);
    const alike = await mongo.connection
      .collection<PaymentDoc>('payments')
      .find({ ...granted, providerId: { $in: ids } } as never)
      .project<PaymentDoc>({ account: 1, providerId: 1 })
      .toArray();
    const byMoney = Map.groupBy(alike, ({ account, providerId }) => `${account}:${providerId}`);
    for (const { _id, account, providerId } of some) {
      const others = byMoney.get(`${account}:${providerId}`) ?? [];
      if (others.length > 1)
        yield { invariant: 'C14', subject: _id, detail: `${providerId} was granted ${others.length} times` };
    }
  }
}
