import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vatOf, vatPercentOf } from './payments.vat.ts';

const NOW = Date.UTC(2026, 10, 29);

describe('the VAT of a country', () => {
  const EU =
    'AT20 BE21 BG20 HR25 CY19 CZ21 DK25 EE24 FI25.5 FR20 DE19 GR24 HU27 IE23 IT22 LV21 LT21 LU17 MT18 NL21 PL23 PT23 RO21 SK23 SI22 ES21 SE25';

  it.each(`${EU} GB20 CH8.1`.split(' '))('is the standard rate of November 2026: %s', (rate) => {
    expect(vatPercentOf(rate.slice(0, 2), NOW)).toBe(Number(rate.slice(2)));
  });

  it('is none where sellers register first', () => {
    for (const country of ['US', 'CA', 'AU', 'NZ']) expect(vatPercentOf(country, NOW)).toBe(0);
  });

  it('is what the operator set, also none', () => {
    const overrides = { AU: 10, GB: 0 };
    expect([vatPercentOf('AU', NOW, overrides), vatPercentOf('GB', NOW, overrides)]).toEqual([10, 0]);
    expect(vatPercentOf('NL', NOW, overrides)).toBe(21);
  });

  it('is the oldest known rate for a day before it', () => {
    expect(vatPercentOf('EE', Date.UTC(2020, 0, 1))).toBe(24);
  });
});

describe('the split of a gross amount', () => {
  it('rounds the VAT to the nearest cent', () => {
    expect(vatOf(1_999, 21)).toEqual({ netCents: 1_652, vatCents: 347 });
    expect(vatOf(999, 8.1)).toEqual({ netCents: 924, vatCents: 75 });
    expect(vatOf(1_255, 25.5)).toEqual({ netCents: 1_000, vatCents: 255 });
    expect(vatOf(1_999, 0)).toEqual({ netCents: 1_999, vatCents: 0 });
    expect(vatOf(0, 21)).toEqual({ netCents: 0, vatCents: 0 });
  });

  it('adds up to the gross amount, to the cent, with either sign', () => {
    const amounts = fc.integer({ min: -10_000_000, max: 10_000_000 });
    const rates = fc.integer({ min: 0, max: 5_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(amounts, rates, (gross, percent) => {
        const { netCents, vatCents } = vatOf(gross, percent);
        expect(netCents + vatCents).toBe(gross);
        expect(Math.abs(vatCents - (gross * percent) / (100 + percent))).toBeLessThanOrEqual(0.5 + 1e-6);
        expect(vatOf(-gross, percent).vatCents + vatCents).toBe(0);
      }),
    );
  });
});
