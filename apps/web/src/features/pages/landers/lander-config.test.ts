import { describe, expect, it } from 'vitest';
import { draftOf, type LanderAnswers } from './lander-config.ts';

describe('answers as fields of the sign-up', () => {
  it.each<[LanderAnswers, Record<string, string>]>([
    [
      { gender: 'male', looking: 'women' },
      { gender: 'male', sexuality: 'hetero' },
    ],
    [
      { gender: 'male', looking: 'men' },
      { gender: 'male', sexuality: 'gay' },
    ],
    [
      { gender: 'female', looking: 'men' },
      { gender: 'female', sexuality: 'hetero' },
    ],
    [
      { gender: 'female', looking: 'women' },
      { gender: 'female', sexuality: 'lesbian' },
    ],
    [
      { gender: 'female', looking: 'everyone' },
      { gender: 'female', sexuality: 'bi' },
    ],
    [{ looking: 'women' }, {}],
    [
      { dateOfBirth: '1990-02-03', region: 'NH' },
      { date_of_birth: '1990-02-03', country: 'NL', region: 'NH' },
    ],
    [{ dateOfBirth: '1990-2-', likes: ['sea'] }, {}],
  ])('%j', (answers, fields) => expect(draftOf(answers, 'NL')).toEqual(fields));

  it('leave out a region without its country', () => {
    expect(draftOf({ region: 'NH' }, undefined)).toEqual({});
  });
});
