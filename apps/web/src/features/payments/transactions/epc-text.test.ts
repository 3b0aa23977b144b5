import { describe, expect, it } from 'vitest';
import { epcText } from './epc-text.ts';

const transfer = {
  holder: 'Stichting Mollie Payments',
  iban: 'NL53 ABNA 0627 5351 75',
  bic: 'ABNANL2A',
  reference: 'RF12-3456-7890-1234',
  cents: 1_999,
  currency: 'EUR',
  until: 0,
};

describe('the text of a transfer’s QR code', () => {
  it('has the lines of EPC069-12 in their order', () => {
    expect(epcText(transfer)?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'ABNANL2A',
      'Stichting Mollie Payments',
      'NL53ABNA0627535175',
      'EUR19.99',
      '',
      '',
      'RF12-3456-7890-1234',
    ]);
  });

  it('writes amounts with two decimals and a point', () => {
    expect(epcText({ ...transfer, cents: 500 })).toContain('\nEUR5.00\n');
    expect(epcText({ ...transfer, cents: 100_000 })).toContain('\nEUR1000.00\n');
  });

  it('cuts a holder and a reference to the longest that banks accept', () => {
    const lines = epcText({ ...transfer, holder: 'H'.repeat(90), reference: 'R'.repeat(200) })?.split('\n');
    expect(lines?.[5]).toHaveLength(70);
    expect(lines?.[10]).toHaveLength(140);
  });

  it('does not exist for another currency', () => {
    expect(epcText({ ...transfer, currency: 'PLN' })).toBeNull();
  });
});
