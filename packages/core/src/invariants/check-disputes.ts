import { isOut } from '@heartline/domain';
import { LEDGER, purchasesAt, readTrades } from '../credits/index.ts';
import { type DisputeDoc, nameOfDispute, wishOf } from '../payments/index.ts';
import { chosenDocuments, documentsOf, type Existing, existingUnder } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { BookRow } from './check-ledgers.ts';
import type { Violation } from './violation.ts';

/** Credits follow a dispute within this time: the pass of each minute repairs what a crash cut off. */
const FOLLOWS_MS = 300_000;

type Dispute = Pick<
  DisputeDoc,
  | '_id'
  | 'dispute'
  | 'payment'
  | 'member'
  | 'cents'
  | 'currency'
  | 'state'
  | 'ledger'
  | 'round'
  | 'credits'
  | 'debt'
  | 'changedAt'
>;

const FIELDS: readonly (keyof Dispute)[] = [
  'dispute',
  'payment',
  'member',
  'cents',
  'currency',
  'state',
  'ledger',
  'round',
  'credits',
  'debt',
  'changedAt',
];

type Row = Pick<BookRow, 'purchased' | 'debt' | 'money'>;

/** C11: each dispute whose money the bank took has its ledger row. */
export async function* checkDisputes(audit: Audit): AsyncGenerator<Violation> {
  const { from, until, whole } = audit;
  const when = whole ? {} : { changedAt: { $gte: from, $lt: until } };
  for await (const disputes of chosenDocuments<Dispute>(audit, 'disputes', when, FIELDS)) {
    yield* checkStands(audit, disputes);
  }
}

/** The name of a charge-back in ledger and receipts, `<payment>:<dispute>`: each round of a dispute has its own. */
export const chargebackOf = ({ payment, dispute, round }: Pick<Dispute, 'payment' | 'dispute' | 'round'>) =>
  `${payment}:${nameOfDispute({ dispute, round })}`;
const rowOf = (dispute: Dispute) => `chargeback:${chargebackOf(dispute)}`;

async function* checkStands(audit: Audit, disputes: readonly Dispute[]): AsyncGenerator<Violation> {
  const keys = disputes.flatMap((dispute) => {
    const key = rowOf(dispute);
    return [key, `return:${key}`].map((one) => [dispute.member, one] as const);
  });
  const rows = await existingUnder<Existing & Row>(audit, LEDGER, keys, ['purchased', 'debt', 'money']);
  const granted = await documentsOf<{ _id: string; state: string; grantedAt: number | null }>(
    audit,
    'payments',
    disputes.map(({ payment }) => payment),
    ['state', 'grantedAt'],
  );
  for (const dispute of disputes) {
    const { _id, member, payment: of } = dispute;
    const payment = granted.get(of);
    // Credits that were never given are not taken.
    if (payment?.state !== 'completed' || payment.grantedAt === null) continue;
    const key = `${member} ${rowOf(dispute)}`;
    const back = rows.has(`${member} return:${rowOf(dispute)}`);
    const taken = rows.get(key);
    const detail =
      faultOf(audit, dispute, { taken, back }) ?? (taken && (await restOf(audit, dispute, taken)));
    if (detail) yield { invariant: 'C11', subject: _id, detail };
  }
}

function faultOf(
  { now }: Audit,
  { state, ledger, credits, debt, changedAt }: Dispute,
  { taken, back }: { taken: Row | undefined; back: boolean },
): string | undefined {
  if (ledger === 'due' || ledger === 'back-due') {
    return now - changedAt > FOLLOWS_MS ? 'its credits have not followed for five minutes' : undefined;
  }
  const isTaken = taken !== undefined && !back;
  if (isOut(state) !== isTaken) return isTaken ? 'its credits are still taken' : 'its credits are not taken';
  if (!isTaken) return undefined;
  const isSame = debt === (taken.debt ?? 0) && credits === debt - taken.purchased;
  return isSame ? undefined : `says ${credits} credits, ${debt} of them debt; its row took others`;
}

/** A dispute that stands took its amount, or all that was left of its payment, also after others gave back. */
async function restOf({ mongo, now }: Audit, dispute: Dispute, { money }: Row): Promise<string | undefined> {
  const { member, payment, state, ledger } = dispute;
  if (!isOut(state) || ledger !== 'done') return undefined;
  const { cents = 0, currency = '' } = money ?? {};
  const wish = wishOf(dispute, currency);
  if (wish !== null && cents >= wish) return undefined;
  const trades = await readTrades(mongo, member);
  const isSettled = trades.every(({ at }) => now - at > FOLLOWS_MS);
  const left = purchasesAt(trades, Number.POSITIVE_INFINITY).get(payment)?.retainedCents ?? 0;
  return isSettled && left > 0 ? `took less than its amount, and ${left} cents are left` : undefined;
}

/** C11 in reverse, for a batch of ledger rows: each charge-back has its dispute. */
export async function* checkChargebacks(audit: Audit, all: readonly BookRow[]): AsyncGenerator<Violation> {
  const rows = all.filter(({ kind }) => kind === 'chargeback');
  if (rows.length === 0) return;
  const paymentOf = ({ key }: BookRow) => key.split(':')[1] ?? '';
  const disputes = audit.mongo.connection.collection<Dispute>('disputes');
  const known = await disputes.find({ payment: { $in: rows.map(paymentOf) } }).toArray();
  // An earlier round of a dispute has a row too.
  const names = new Set(known.map(({ payment, dispute }) => `${payment} ${dispute}`));
  for (const row of rows) {
    const name = row.key.slice(`chargeback:${paymentOf(row)}:`.length).replace(/#\d+$/, '');
    if (!names.has(`${paymentOf(row)} ${name}`))
      yield { invariant: 'C11', subject: row._id, detail: 'takes credits for no dispute' };
  }
}
