import { rowId } from '@heartline/platform';
import { LEDGER, type LedgerRow } from '../credits/index.ts';
import type { DisputeDoc } from '../payments/index.ts';
import { chosenDocuments, documentsOf, type Existing, existingUnder, inWindow } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import { chargebackOf } from './check-disputes.ts';
import type { Violation } from './violation.ts';

interface ReceiptDoc {
  _id: string;
  owner: string;
  n: number;
  key: string;
  kind: string;
  member: string;
  payment: string;
  grossCents: number;
  netCents: number;
  vatCents: number;
}

interface PlaceDoc {
  _id: string;
  series: string;
}

interface PaymentDoc {
  _id: string;
  member: string;
  state: string;
  priceCents: number;
}

interface RefundDoc {
  _id: string;
  payment: string;
}

const RECEIPTS = 'receipts';
const PLACES = 'receiptPlaces';

/**
 * C12: each payment granted since receipts began has one receipt. Each paid refund of such a payment, and each dispute
 * that took money of it, has one credit note. The numbers of a series have no gap.
 */
export async function* checkReceipts(audit: Audit): AsyncGenerator<Violation> {
  const fields: (keyof ReceiptDoc)[] = [
    'owner',
    'n',
    'key',
    'kind',
    'member',
    'payment',
    'grossCents',
    'netCents',
    'vatCents',
  ];
  for await (const rows of inWindow<ReceiptDoc>(audit, RECEIPTS, fields)) yield* checkRows(audit, rows);
  const began = await firstReceiptAt(audit);
  if (began === undefined) return;
  const from = audit.whole ? began : Math.max(began, audit.from);
  const when = { $gte: from, $lt: audit.until };
  const granted = { state: 'completed', grantedAt: when };
  for await (const payments of chosenDocuments<{ _id: string }>(audit, 'payments', granted, [])) {
    const keys = payments.map(({ _id }) => ({ subject: _id, key: `payment:${_id}` }));
    yield* missing(audit, keys, 'granted without a receipt');
  }
  yield* checkRefunds(audit, when);
  yield* checkDisputes(audit, when);
}

async function* checkRefunds(audit: Audit, when: object): AsyncGenerator<Violation> {
  const paid = { state: { $in: ['completed', 'bounced'] }, createdAt: when };
  for await (const refunds of chosenDocuments<RefundDoc>(audit, 'refunds', paid, ['payment'])) {
    const receipts = await documentsOf<PlaceDoc>(
      audit,
      PLACES,
      refunds.map(({ payment }) => `payment:${payment}`),
      [],
    );
    const keys = refunds
      .filter(({ payment }) => receipts.has(`payment:${payment}`))
      .map(({ _id }) => ({ subject: _id, key: `refund:${_id}` }));
    yield* missing(audit, keys, 'paid back without a credit note');
  }
}

/** A charge-back that took money of a payment with a receipt has a credit note, and one that came back its reversal. */
async function* checkDisputes(audit: Audit, when: object): AsyncGenerator<Violation> {
  const ended = { ledger: { $in: ['done', 'back-done'] }, changedAt: when };
  const fields: (keyof DisputeDoc)[] = ['payment', 'member', 'dispute', 'round', 'ledger'];
  for await (const disputes of chosenDocuments<DisputeDoc>(audit, 'disputes', ended, fields)) {
    const named = disputes.map((dispute) => ({ dispute, name: chargebackOf(dispute) }));
    const [rows, receipts] = await Promise.all([
      existingUnder<Existing & Pick<LedgerRow, 'money'>>(
        audit,
        LEDGER,
        named.map(({ dispute, name }) => [dispute.member, `chargeback:${name}`]),
        ['money'],
      ),
      documentsOf<PlaceDoc>(
        audit,
        PLACES,
        disputes.map(({ payment }) => `payment:${payment}`),
        [],
      ),
    ]);
    const keys = named.flatMap(({ dispute: { _id, member, payment, ledger }, name }) => {
      const cents = rows.get(`${member} chargeback:${name}`)?.money?.cents ?? 0;
      if (cents === 0 || !receipts.has(`payment:${payment}`)) return [];
      const starts = ledger === 'done' ? ['dispute'] : ['dispute', 'dispute-won'];
      return starts.map((start) => ({ subject: _id, key: `${start}:${name}` }));
    });
    yield* missing(audit, keys, 'money moved by a dispute without a credit note');
  }
}

/** Violations for the keys that have no receipt. */
async function* missing(
  audit: Audit,
  wanted: readonly { subject: string; key: string }[],
  detail: string,
): AsyncGenerator<Violation> {
  const places = await documentsOf<PlaceDoc>(
    audit,
    PLACES,
    wanted.map(({ key }) => key),
    ['series'],
  );
  const rows = await existingUnder(
    audit,
    RECEIPTS,
    [...places.values()].map(({ _id, series }) => [series, _id]),
  );
  for (const { subject, key } of wanted) {
    const series = places.get(key)?.series;
    if (!rows.has(`${series} ${key}`)) yield { invariant: 'C12', subject, detail };
  }
}

async function firstReceiptAt({ mongo: { connection } }: Audit): Promise<number | undefined> {
  const first = connection.collection<{ _id: string; at: number }>(RECEIPTS).find().sort({ at: 1 }).limit(1);
  return (await first.toArray())[0]?.at;
}

async function* checkRows(audit: Audit, rows: readonly ReceiptDoc[]): AsyncGenerator<Violation> {
  const before = rows.filter(({ n }) => n > 1).map(({ owner, n }) => rowId(owner, n - 1));
  const [known, places, payments] = await Promise.all([
    documentsOf<{ _id: string }>(audit, RECEIPTS, before, []),
    documentsOf<PlaceDoc>(
      audit,
      PLACES,
      rows.map(({ key }) => key),
      ['series'],
    ),
    documentsOf<PaymentDoc>(
      audit,
      'payments',
      rows.map(({ payment }) => payment),
      ['member', 'state', 'priceCents'],
    ),
  ]);
  for (const row of rows) {
    const isDense =
      row._id === rowId(row.owner, row.n) && (row.n === 1 || known.has(rowId(row.owner, row.n - 1)));
    const detail = isDense
      ? faultOf(row, payments.get(row.payment), places.get(row.key))
      : `number ${row.n} without the one before it`;
    if (detail) yield { invariant: 'C12', subject: row._id, detail };
  }
}

/** A fault of one receipt on its own. */
function faultOf(
  row: ReceiptDoc,
  payment: PaymentDoc | undefined,
  place: PlaceDoc | undefined,
): string | undefined {
  if (place?.series !== row.owner) return 'not in the series of its place';
  if (row.netCents + row.vatCents !== row.grossCents) return 'net and VAT do not add up';
  if (payment?.member !== row.member || payment.state !== 'completed')
    return 'no completed payment of this member';
  const isOther = row.key === `payment:${payment._id}` && row.grossCents !== payment.priceCents;
  return isOther ? `says ${row.grossCents} cents, ${payment.priceCents} were paid` : undefined;
}
