import type { TransferInstructions } from '@heartline/contracts';

/** The standard’s longest holder name and remittance text, in characters. */
const NAME_LENGTH = 70;
const TEXT_LENGTH = 140;

/**
 * The text of a transfer’s QR code for banking apps, by the guideline EPC069-12, version 2. The last of the twelve lines
 * is empty and left out. Null when the money is not in euros: the guideline knows no other currency.
 */
export function epcText(to: TransferInstructions): string | null {
  if (to.currency !== 'EUR' || to.cents < 1) return null;
  const amount = `EUR${(to.cents / 100).toFixed(2)}`;
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    to.bic.replaceAll(' ', ''),
    to.holder.slice(0, NAME_LENGTH),
    to.iban.replaceAll(' ', ''),
    amount,
    // Purpose, and the structured reference: a reference may stand in one place only.
    '',
    '',
    to.reference.slice(0, TEXT_LENGTH),
  ];
  return lines.join('\n');
}
