import { describe, expect, it } from 'vitest';
import {
  cleanAbout,
  cleanCity,
  isPhotoLocked,
  lastActiveBand,
  missingFields,
  photoLimit,
  reorderPhotos,
  sharedInterests,
} from './profiles.ts';

const HOUR = 3_600_000;

describe('pictures', () => {
  it('beyond the third are locked for free members only [S1-019 S1-022 S6-010 S6-017]', () => {
    const free = { premium: false, isOwner: false };
    expect([0, 1, 2, 3, 24].map((position) => isPhotoLocked(position, free, 3))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect([2, 3].map((position) => isPhotoLocked(position, { ...free, premium: true }, 3))).toEqual([
      false,
      false,
    ]);
    expect(isPhotoLocked(9, { ...free, isOwner: true }, 3)).toBe(false);
    expect(isPhotoLocked(1, free, 1)).toBe(true);
  });
});

describe('last active', () => {
  it('is told in bands', () => {
    const band = (hours: number, ms = 0) => lastActiveBand(0, hours * HOUR + ms);
    expect([band(0), band(24, -1), band(24)]).toEqual(['today', 'today', 'week']);
    expect([band(7 * 24, -1), band(7 * 24)]).toEqual(['week', 'month']);
    expect([band(30 * 24, -1), band(30 * 24)]).toEqual(['month', 'longer']);
  });
});

describe('shared interests', () => {
  it('are those of both, in the order of the other', () => {
    expect(sharedInterests(['art', 'music', 'coffee'], ['coffee', 'art'])).toEqual(['art', 'coffee']);
    expect(sharedInterests([], ['coffee'])).toEqual([]);
  });
});

it('limits pictures by premium and the site’s settings [S1-020 S1-023 S9-001 S9-002]', () => {
  const limits = { free_photos: 3, premium_photos: 25 };
  expect([photoLimit(false, limits), photoLimit(true, limits)]).toEqual([3, 25]);
});

it('an order puts the named first, keeps the others, and passes over what is gone', () => {
  const photos = ['a', 'b', 'c'].map((id) => ({ id }));
  const order = (...ids: string[]) =>
    reorderPhotos(photos, ids)
      .map(({ id }) => id)
      .join('');
  expect([order('c'), order('b', 'a'), order('x', 'c', 'b', 'a'), order(), order('b', 'b', 'b')]).toEqual([
    'cab',
    'bac',
    'cba',
    'abc',
    'bac',
  ]);
});

it('about me is kept without what hides in text, and empty is nothing', () => {
  expect(cleanAbout(' a\r\nb\u0000\u202E \n\n\n\nc ')).toBe('a\nb\n\nc');
  expect(cleanAbout('e\u0301')).toBe('é');
  expect([cleanAbout(''), cleanAbout(' \n\u200E'), cleanAbout('\u3164\u2800')]).toEqual([null, null, null]);
  expect(cleanAbout('a\tb\u2028c\ufffe')).toBe('a b\nc');
});

it('a city is a name: letters of any language and little else', () => {
  expect(['’s-Hertogenbosch', 'St. Louis', 'Łódź', '  New   York '].map(cleanCity)).toEqual([
    '’s-Hertogenbosch',
    'St. Louis',
    'Łódź',
    'New York',
  ]);
  for (const none of ['<b>', 'a@b', 'x;y', 'a\u0000', '\u3164\uffa0'])
    expect(cleanCity(none)).toBeUndefined();
  expect(cleanCity('  ')).toBeNull();
});

it('what is missing is named, the most telling first, and only what the site shows', () => {
  const empty = {
    about: null,
    city: null,
    hair_color: null,
    eye_color: null,
    body_type: null,
    relationship_status: null,
    tattoos: null,
    reason: null,
    prompts: [],
    interests: [],
    pictures: [],
  };
  expect(missingFields(empty, ['tattoos', 'about', 'pictures'])).toEqual(['pictures', 'about', 'tattoos']);
  expect(missingFields({ ...empty, pictures: [1], about: 'x' }, ['about', 'pictures'])).toEqual([]);
});
