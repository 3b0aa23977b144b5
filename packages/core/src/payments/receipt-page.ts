import { type Locale, RECEIPT_FILE_PATH } from '@heartline/contracts';
import { escapeHtml } from '@heartline/domain';
import { RECEIPT_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import type { PaymentsContext } from './payments-context.ts';
import {
  creditNoteKey,
  disputeNoteKey,
  findReceipt,
  type ReceiptRow,
  receiptKey,
} from './receipt.repository.ts';
import { type ReceiptFact, receiptFacts } from './receipt-facts.ts';

/** The receipt of a payment; with `turn` the credit note of its refund, with `dispute` the one of a dispute. */
export interface WantedReceipt {
  payment: string;
  turn?: number | undefined;
  dispute?: string | undefined;
}

/** The address of a receipt's page on its site. */
export function receiptPath({
  payment,
  turn,
  dispute,
}: Pick<ReceiptRow, 'payment' | 'turn' | 'dispute'>): string {
  const refund = turn === null ? '' : `&turn=${turn}`;
  const disputed = dispute === undefined ? '' : `&dispute=${encodeURIComponent(dispute)}`;
  return `${RECEIPT_FILE_PATH}?payment=${payment}${refund}${disputed}`;
}

function keyOf({ payment, turn, dispute }: WantedReceipt): string {
  if (dispute !== undefined) return disputeNoteKey(payment, dispute);
  return turn === undefined ? receiptKey(payment) : creditNoteKey(payment, turn);
}

/**
 * A receipt of the member as a page to print, in the chosen language or that of the account. Undefined for another
 * member's, and where none was issued.
 */
export async function receiptPage(
  context: PaymentsContext,
  member: string,
  wanted: WantedReceipt,
  chosen: Locale | undefined,
): Promise<string | undefined> {
  const row = await findReceipt(context, keyOf(wanted));
  if (row?.member !== member) return undefined;
  const locale = chosen ?? (await context.accounts.accountOf(member))?.language ?? row.locale;
  const { settings } = await context.site.settingsOf(row.site);
  const facts = receiptFacts(row, { locale, timeZone: settings.time_zone });
  const title = serverText(locale, RECEIPT_TEXTS[row.kind === 'receipt' ? 'receipt' : 'creditNote'], {
    number: row.number,
  });
  return draw({
    locale,
    title,
    site: row.seller.site,
    facts,
    print: serverText(locale, RECEIPT_TEXTS.print),
  });
}

interface Drawn {
  locale: Locale;
  title: string;
  site: string;
  facts: readonly ReceiptFact[];
  print: string;
}

/** Uses the colours of the system, so it is readable in light and dark, and prints black on white. */
function draw({ locale, title, site, facts, print }: Drawn): string {
  const row = ({ label, lines }: ReceiptFact) =>
    `<tr><th scope="row">${escapeHtml(label)}</th><td>${lines.map(escapeHtml).join('<br>')}</td></tr>`;
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
body { max-width: 40rem; margin: 3rem auto; padding: 0 1.25rem; font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0 0 2rem; font: 600 1.6rem/1.25 Georgia, 'Times New Roman', serif; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
tr { border-top: 1px solid GrayText; break-inside: avoid; }
th { width: 40%; font-weight: 400; text-align: left; }
th, td { padding: .6rem 1rem .6rem 0; vertical-align: top; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
p { margin: 2rem 0 0; }
@media (max-width: 30rem) { th, td { display: block; width: auto; padding-right: 0; } th { padding-bottom: 0; } td { padding-top: 0; } }
@media print { body { margin: 0 auto; } .screen { display: none; } }
</style>
</head>
<body>
<main>
<p style="margin:0 0 .5rem">${escapeHtml(site)}</p>
<h1>${escapeHtml(title)}</h1>
<table>
${facts.map(row).join('\n')}
</table>
<p class="screen">${escapeHtml(print)}</p>
</main>
</body>
</html>
`;
}
