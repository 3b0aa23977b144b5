import { describe, expect, it } from 'vitest';
import { readDebtor } from './read-debtor.ts';

const PLACE = { countries: ['NL', 'DE', 'US', 'GB'], country: 'NL' };
const FORM = {
  account_holder: 'A. de Vries',
  iban: 'NL91ABNA0417164300',
  street: 'Keizersgracht',
  house_number: '12',
  zip: '1015 CJ',
  city: 'Amsterdam',
  phone: '+31612345678',
};
const faultsOf = (form: object) => {
  const read = readDebtor({ ...FORM, ...form }, PLACE);
  return read.ok ? {} : read.refusal.fields;
};

it('reads a whole form', () => {
  expect(readDebtor(FORM, PLACE)).toEqual({
    ok: true,
    value: {
      holder: 'A. de Vries',
      iban: 'NL91ABNA0417164300',
      bankCountry: 'NL',
      address: { street: 'Keizersgracht', houseNumber: '12', zip: '1015 CJ', city: 'Amsterdam' },
      phone: '+31612345678',
    },
  });
});

it('names each field that is missing', () => {
  const read = readDebtor({ iban: 'NL91ABNA0417164300' }, PLACE);
  expect(read.ok || Object.keys(read.refusal.fields ?? {})).toEqual([
    'account_holder',
    'street',
    'house_number',
    'zip',
    'city',
    'phone',
  ]);
});

describe('an IBAN [S3-218]', () => {
  it.each([
    'NL91 ABNA 0417 1643 00',
    'nl91abna0417164300',
    'GB33BUKB20201555555555',
    'FR14 2004 1010 0505 0001 3M02 606',
  ])('is taken as %s', (iban) => expect(faultsOf({ iban })).toEqual({}));

  it.each([
    ['a wrong checksum', 'NL91ABNA0417164301'],
    ['a wrong length', 'NL91ABNA041716430'],
    ['a country outside SEPA', 'AE070331234567890123456'],
    ['HTML', '<b>NL91ABNA0417164300</b>'],
    ['homoglyphs', 'NL91АBNA0417164300'],
    ['an unknown country', 'ZZ91ABNA0417164300'],
  ])('is refused for %s, without an echo', (_, iban) => {
    const read = readDebtor({ ...FORM, iban }, PLACE);
    expect(read).toEqual({
      ok: false,
      refusal: { code: 'VALIDATION_FAILED', fields: { iban: 'IBAN_INVALID' } },
    });
  });
});

describe('a phone number [S3-223]', () => {
  it.each([
    ['06 12345678', '+31612345678'],
    ['+49 171 1234567', '+491711234567'],
    ['0044 7400 123456', '+447400123456'],
    ['+1 212 555 1234', '+12125551234'],
  ])('is taken as %s', (phone, number) => {
    const read = readDebtor({ ...FORM, phone }, PLACE);
    expect(read.ok && read.value.phone).toBe(number);
  });

  it.each([
    ['an unknown country code', '+999123456'],
    ['a landline', '+31201234567'],
    ['a premium number', '+499001234567'],
    ['a country that the site does not serve', '+33612345678'],
    ['an island with rates of its own', '+447911123456'],
    ['an extension', '+31612345678;ext=3'],
    ['too few digits', '0612'],
    ['letters', 'call me'],
  ])('is refused for %s', (_, phone) => {
    expect(faultsOf({ phone })).toEqual({ phone: 'PHONE_INVALID' });
  });
});
