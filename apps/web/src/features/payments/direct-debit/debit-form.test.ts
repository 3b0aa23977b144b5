import { expect, it } from 'vitest';
import { caretAfter, charactersBefore, faultOf, grouped } from './debit-form.ts';

it.each([
  ['nl91abna0417164300', 'NL91 ABNA 0417 1643 00'],
  ['NL91 ABNA 0417 1643 00', 'NL91 ABNA 0417 1643 00'],
  [' de89-3704.0044\u{a0}0532 0130 00\n', 'DE89 3704 0044 0532 0130 00'],
  ['NL9', 'NL9'],
  ['NL91', 'NL91'],
  ['', ''],
])('groups the IBAN %j', (typed, shown) => {
  expect(grouped(typed)).toBe(shown);
});

it('cuts off what no IBAN can hold', () => {
  expect(grouped('A'.repeat(50)).replaceAll(' ', '')).toHaveLength(34);
});

it.each([
  // After the fifth character of "NL91A", the space belongs before the caret.
  ['NL91A', 5, 'NL91 A', 6],
  // A character put into the middle.
  ['NLX91 ABNA', 3, 'NLX9 1ABN A', 3],
  // A character removed before a space.
  ['NL9 ABNA', 3, 'NL9A BNA', 3],
])('keeps the caret where the member types in %j', (typed, at, shown, expected) => {
  expect(grouped(typed)).toBe(shown);
  expect(caretAfter(shown, charactersBefore(typed, at))).toBe(expected);
});

it.each([
  ['iban', 'NL91 ABNA 0417 1643 00', undefined],
  ['iban', 'de89370400440532013000', undefined],
  ['iban', 'NL91 ABNA 0417 1643 01', 'IBAN_INVALID'],
  ['iban', 'NL91 ABNA 0417 1643', 'IBAN_INVALID'],
  ['iban', 'XX91 ABNA 0417 1643 00', 'IBAN_INVALID'],
  ['iban', '<b>', 'IBAN_INVALID'],
  ['iban', '   ', 'REQUIRED'],
  ['phone', '+31 6 12345678', undefined],
  ['phone', '06', 'PHONE_INVALID'],
  ['city', ' ', 'REQUIRED'],
  ['city', 'Amsterdam', undefined],
] as const)('checks %s %j', (field, value, fault) => {
  expect(faultOf(field, value)).toBe(fault);
});
