import { paymentMethod } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import {
  METHOD_ORDER,
  methodHorizonMs,
  paymentWays,
  reasonAgainst,
  takesAmount,
  wayOf,
} from './payments.methods.ts';

const everywhere = {
  offered: paymentMethod.options,
  retired: true,
  isServed: () => true,
};
const inCountry = (country: string, currency = 'EUR') => ({ ...everywhere, country, currency });

/** The ways that can be had in a country. */
const offeredIn = (country: string, currency?: string) =>
  paymentWays(inCountry(country, currency))
    .filter(({ reason }) => reason === null)
    .map(({ id }) => id);

const GLOBAL = ['applepay', 'creditcard', 'paypal', 'paysafecard'];

describe('ways to pay by country', () => {
  it.each([
    ['NL', 'EUR', ['ideal', 'sofort', 'sct', 'sdd']],
    ['BE', 'EUR', ['bancontact', 'sofort', 'sct', 'sdd']],
    ['PL', 'PLN', ['blik', 'prezelewy24']],
    ['AT', 'EUR', ['eps', 'sofort', 'sct', 'sdd']],
    ['DE', 'EUR', ['giropay', 'sofort', 'sct', 'sdd']],
    ['IT', 'EUR', ['nexi', 'sct', 'sdd']],
    ['FR', 'EUR', ['sct', 'sdd']],
    ['ES', 'EUR', ['sofort', 'sct', 'sdd']],
    ['IE', 'EUR', ['sct', 'sdd']],
    ['US', 'USD', []],
    ['GB', 'GBP', []],
    ['CH', 'CHF', []],
  ])('%s pays in %s by its own ways and those of everywhere', (country, currency, own) => {
    expect(offeredIn(country, currency).toSorted()).toEqual([...own, ...GLOBAL].toSorted());
  });

  it('says why each of the others can’t be had', () => {
    expect(reasonAgainst('blik', inCountry('NL'))).toBe('country');
    expect(reasonAgainst('blik', inCountry('PL', 'EUR'))).toBe('currency');
    expect(reasonAgainst('giropay', { ...inCountry('DE'), retired: false })).toBe('retired');
    expect(reasonAgainst('ideal', { ...inCountry('NL'), offered: ['creditcard'] })).toBe('closed');
    expect(reasonAgainst('ideal', { ...inCountry('NL'), isServed: () => false })).toBe('closed');
    expect(reasonAgainst('ideal', inCountry('NL'))).toBeNull();
  });

  it('shows every way once: those that can be had first, in the order of the site', () => {
    const ways = paymentWays({ ...inCountry('NL'), offered: ['paypal', 'ideal'] });
    expect(ways.map(({ id }) => id).toSorted()).toEqual(paymentMethod.options.toSorted());
    expect(ways.slice(0, 2).map(({ id, reason }) => [id, reason])).toEqual([
      ['paypal', null],
      ['ideal', null],
    ]);
    expect(ways.slice(2).every(({ reason }) => reason !== null)).toBe(true);
    expect(new Set(METHOD_ORDER)).toEqual(new Set(paymentMethod.options));
  });

  it('takes amounts at both edges of a way', () => {
    const transfer = wayOf('sct', inCountry('NL'));
    expect([499, 500, 100_000, 100_001].map((cents) => takesAmount(transfer, cents))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(takesAmount(wayOf('creditcard', inCountry('NL')), 49)).toBe(false);
    expect(takesAmount(wayOf('creditcard', inCountry('NL')), 10_000_000)).toBe(true);
  });

  it('covers the card brands, Carte Bancaire in France only [S3-209 S3-210 S3-211 S3-212]', () => {
    expect(wayOf('creditcard', inCountry('NL')).brands).toEqual(['visa', 'mastercard', 'maestro']);
    expect(wayOf('creditcard', inCountry('FR')).brands).toContain('cartebancaire');
    expect(wayOf('ideal', inCountry('NL')).brands).toEqual([]);
  });

  it('is asked about for as long as its money may take', () => {
    const day = 86_400_000;
    expect(methodHorizonMs('creditcard')).toBe(3 * day);
    expect(methodHorizonMs('sdd')).toBe(90 * day);
    expect(methodHorizonMs('sct')).toBeGreaterThanOrEqual(60 * day);
  });
});
