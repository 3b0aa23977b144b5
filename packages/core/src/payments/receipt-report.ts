import { dayIn } from '@heartline/domain';
import { stringify } from 'csv-stringify/sync';
import { findByReference } from './find-payments.ts';
import type { PaymentsContext } from './payments-context.ts';
import {
  type ReceiptRow,
  receiptsBetween,
  receiptsNumbered,
  receiptsOfPayment,
} from './receipt.repository.ts';

const DAY_MS = 86_400_000;
/** Longest month. */
const MONTH_DAYS = 31;

/** Receipts and credit notes of one seller, country, rate and currency in a month, as a one-stop-shop return asks. */
export interface MonthSum {
  seller: string;
  country: string;
  percent: number;
  currency: string;
  receipts: number;
  creditNotes: number;
  netCents: number;
  vatCents: number;
  grossCents: number;
}

/** A month for a bookkeeper. `unclear` are rows whose evidence names another country than their VAT. */
export interface MonthReport {
  month: string;
  sums: MonthSum[];
  unclear: ReceiptRow[];
}

/** True if a piece of evidence names another country than the one whose VAT was taken. */
function isUnclear({ country, evidence: { account, ip, payer } }: ReceiptRow): boolean {
  return [account, ip, payer].some((one) => one !== null && one !== country);
}

/** The receipts of a month, `YYYY-MM`, by the calendar of each site. */
async function reportMonth(context: PaymentsContext, month: string): Promise<MonthReport> {
  const start = Date.parse(`${month}-01T00:00:00Z`);
  const sums = new Map<string, MonthSum>();
  const unclear: ReceiptRow[] = [];
  for await (const row of receiptsBetween(context.mongo, start - DAY_MS, start + (MONTH_DAYS + 1) * DAY_MS)) {
    const { settings } = await context.site.settingsOf(row.site);
    if (dayIn(settings.time_zone, row.at).slice(0, 7) !== month) continue;
    add(sums, row);
    if (isUnclear(row)) unclear.push(row);
  }
  const sorted = [...sums].sort(([a], [b]) => a.localeCompare(b)).map(([, sum]) => sum);
  return { month, sums: sorted, unclear };
}

function add(sums: Map<string, MonthSum>, row: ReceiptRow): void {
  const { country, vatPercent: percent, currency } = row;
  const seller = row.seller.name;
  const key = [seller, country, percent, currency].join('\n');
  const none = { receipts: 0, creditNotes: 0, netCents: 0, vatCents: 0, grossCents: 0 };
  const sum = sums.get(key) ?? { seller, country, percent, currency, ...none };
  if (row.kind === 'receipt') sum.receipts += 1;
  else sum.creditNotes += 1;
  sum.netCents += row.netCents;
  sum.vatCents += row.vatCents;
  sum.grossCents += row.grossCents;
  sums.set(key, sum);
}

/** A negative number starts like a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;

function csv(rows: readonly Readonly<Record<string, string | number>>[]): string {
  return stringify([...rows], {
    header: true,
    escape_formulas: true,
    cast: { string: (value) => (NUMBER.test(value) ? { value, escape_formulas: false } : value) },
  });
}

const amount = (cents: number) => (cents / 100).toFixed(2);

/** The report as CSV: the sums, then the rows whose evidence is unclear, with an empty line between. */
export function reportCsv({ sums, unclear }: MonthReport): string {
  const totals = sums.map((sum) => ({
    seller: sum.seller,
    country: sum.country,
    rate: sum.percent,
    currency: sum.currency,
    receipts: sum.receipts,
    credit_notes: sum.creditNotes,
    net: amount(sum.netCents),
    vat: amount(sum.vatCents),
    gross: amount(sum.grossCents),
  }));
  const rows = unclear.map((row) => ({
    number: row.number,
    date: new Date(row.at).toISOString(),
    country: row.country,
    account: row.evidence.account ?? '',
    address: row.evidence.ip ?? '',
    payer: row.evidence.payer ?? '',
    currency: row.currency,
    gross: amount(row.grossCents),
  }));
  return [totals, rows]
    .filter((table) => table.length > 0)
    .map(csv)
    .join('\n');
}

/** Receipts that a printed number, a payment, a provider's id or a member names. */
async function findReceipts(context: PaymentsContext, named: string): Promise<ReceiptRow[]> {
  const numbered = await receiptsNumbered(context.mongo, named.trim().toUpperCase());
  if (numbered.length > 0) return numbered;
  const payments = await findByReference(context, named);
  const found = await Promise.all(payments.map(({ _id }) => receiptsOfPayment(context.mongo, _id)));
  return found.flat();
}

/** The calls of the operators’ command about receipts. */
export function operateReceipts(context: PaymentsContext) {
  return {
    findReceipts: (named: string) => findReceipts(context, named),
    reportMonth: (month: string) => reportMonth(context, month),
  };
}
