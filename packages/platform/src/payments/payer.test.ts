import { describe, expect, it } from 'vitest';
import { countryIn, countryOfBic, countryOfThree, NO_PAYER, payerOfIban } from './payer.ts';

describe('payer', () => {
  it.each([
    ['NL91ABNA0417164300', { country: 'NL', ibanEnd: '4300' }],
    ['de89 3704 0044 0532 0130 00', { country: 'DE', ibanEnd: '3000' }],
    ['payer@sandbox.example', NO_PAYER],
    ['NL91', NO_PAYER],
    ['', NO_PAYER],
    [null, NO_PAYER],
    [undefined, NO_PAYER],
  ])('reads %s as an account number', (account, payer) => {
    expect(payerOfIban(account)).toEqual(payer);
  });

  it.each([
    ['NL', 'NL'],
    ['be', 'BE'],
    ['ITA', null],
    ['', null],
    [null, null],
  ])('reads %s as a country', (text, country) => {
    expect(countryIn(text)).toBe(country);
  });

  it.each([
    ['ITA', 'IT'],
    ['deu', 'DE'],
    ['VAT', 'VA'],
    ['XXX', null],
    ['IT', null],
    [undefined, null],
  ])('reads %s as a country of three letters', (text, country) => {
    expect(countryOfThree(text)).toBe(country);
  });

  it.each([
    ['ABNANL2A', 'NL'],
    ['deutdeff500', 'DE'],
    ['ABNA', null],
    [undefined, null],
  ])('reads %s as a bank code', (bic, country) => {
    expect(countryOfBic(bic)).toBe(country);
  });
});
