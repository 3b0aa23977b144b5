import { expect, it } from 'vitest';
import { fieldError, NO_ANSWERS, type SignUpAnswers } from './sign-up-rules.ts';

const rules = { minAge: 18, today: '2026-11-21', siteName: 'Heartline' };
const errorOf = (field: keyof SignUpAnswers, answers: Partial<SignUpAnswers>) =>
  fieldError(field, { ...NO_ANSWERS, email: 'mara@example.nl', ...answers }, rules);

it('requires a date of birth that exists [S5-001 S5-003]', () => {
  expect(errorOf('date_of_birth', {})).toBe('REQUIRED');
  expect(errorOf('date_of_birth', { date_of_birth: '1990-02-31' })).toBe('DATE_OF_BIRTH_INVALID');
  expect(errorOf('date_of_birth', { date_of_birth: '1990-2-' })).toBe('DATE_OF_BIRTH_INVALID');
});

it('refuses ages below the minimum, to the day [S1-001 S0-002]', () => {
  expect(errorOf('date_of_birth', { date_of_birth: '2008-11-21' })).toBeUndefined();
  expect(errorOf('date_of_birth', { date_of_birth: '2008-11-22' })).toBe('UNDER_AGE');
});

it('refuses a username that is the e-mail address or starts with @ [S5-005 S5-006]', () => {
  expect(errorOf('name', { name: 'Mara@Example.nl' })).toBe('NAME_IS_EMAIL');
  expect(errorOf('name', { name: '@mara' })).toBe('NAME_STARTS_WITH_AT');
  expect(errorOf('name', { name: 'Mara' })).toBeUndefined();
});
