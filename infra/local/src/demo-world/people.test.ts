import { INTERESTS, LOCALES, PROMPTS } from '@heartline/contracts';
import { checkAnswers } from '@heartline/domain';
import { isRegion } from '@heartline/i18n/server';
import regionData from 'country-region-data/data.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { generateMembers } from './generate-members.ts';
import { generatePeople } from './people.ts';
import { COUNTRIES } from './places.ts';
import { WORDS } from './words/index.ts';

const today = new Date('2026-11-21T12:00:00Z');
const people = generatePeople({ count: 300, seed: 1, today });

function ageOn(dateOfBirth: string): number {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number);
  const hadBirthday =
    today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}

/** Belgium and Italy are listed by province, which the data set does not have. */
const BY_PROVINCE = new Set(['BE', 'IT']);

function regionExists(country: string, region: { code: string; name: string }): boolean {
  if (BY_PROVINCE.has(country)) return isRegion(country, region.code);
  const regions = regionData.find((entry) => entry.countryShortCode === country)?.regions ?? [];
  return regions.some((entry) => entry.shortCode === region.code && entry.name === region.name);
}

const share = (hits: number) => hits / people.length;

describe('the people of the demo world', () => {
  it('are the same for the same seed and others for another', () => {
    expect(generatePeople({ count: 300, seed: 1, today })).toEqual(people);
    expect(generatePeople({ count: 300, seed: 2, today })).not.toEqual(people);
  });

  it('are 300 and the named accounts, each with a name, key and address of their own', () => {
    expect(people).toHaveLength(307);
    for (const field of ['key', 'email', 'name'] as const)
      expect(new Set(people.map((p) => p[field])).size).toBe(307);
    expect(people.map((p) => p.role).filter((role) => role !== 'member')).toEqual([
      'chat',
      'chat',
      'free',
      'premium',
      'zero-credits',
      'unconfirmed',
      'blocked',
    ]);
    expect(people[0]).toMatchObject({ name: 'Mara', email: 'mara@demo.example', speaks: ['nl', 'en'] });
    expect(people[1]).toMatchObject({ name: 'Jonas', email: 'jonas@demo.example', country: 'DE' });
  });

  it('are adults of 19 to 70 with the age their date of birth says', () => {
    for (const person of people) {
      expect(ageOn(person.dateOfBirth)).toBe(person.age);
      expect(person.age).toBeGreaterThanOrEqual(19);
      expect(person.age).toBeLessThanOrEqual(70);
    }
    const young = share(people.filter((p) => p.age >= 25 && p.age < 45).length);
    expect(young).toBeGreaterThan(0.45);
    expect(young).toBeLessThan(0.7);
  });

  it('give every language 30 people of both genders and all four sexualities', () => {
    for (const language of LOCALES) {
      const speakers = people.filter((p) => p.language === language);
      expect(speakers.length).toBeGreaterThanOrEqual(30);
      expect(new Set(speakers.map((p) => p.gender)).size).toBe(2);
      expect(new Set(speakers.map((p) => p.sexuality)).size).toBe(4);
    }
    expect(new Set(people.map((p) => p.country))).toEqual(new Set(COUNTRIES));
    expect(people.filter((p) => p.sexuality === 'gay').every((p) => p.gender === 'male')).toBe(true);
    expect(people.filter((p) => p.sexuality === 'lesbian').every((p) => p.gender === 'female')).toBe(true);
  });

  it('live in a region that belongs to their country', () => {
    for (const person of people) expect(regionExists(person.country, person.region), person.key).toBe(true);
  });

  it('speak in varied words and have three to eight known interests', () => {
    expect(new Set(people.map((p) => p.about)).size).toBeGreaterThan(280);
    for (const { interests } of people) {
      expect(interests.length).toBeGreaterThanOrEqual(3);
      expect(interests.length).toBeLessThanOrEqual(8);
      expect(new Set(interests).size).toBe(interests.length);
      expect(interests.every((interest) => INTERESTS.includes(interest))).toBe(true);
    }
    for (const words of Object.values(WORDS)) {
      const pieces = [...words.openers, ...Object.values(words.about), ...words.closers];
      expect(new Set(pieces).size).toBeGreaterThanOrEqual(40);
    }
  });

  it('answer up to three prompts, fictional members too', () => {
    const known = new Set<string>(PROMPTS);
    for (const { prompts } of people) expect(checkAnswers(prompts, known)).toBeUndefined();
    expect(people.some(({ fictional, prompts }) => fictional && prompts.length > 0)).toBe(true);
    expect(share(people.filter(({ prompts }) => prompts.length > 0).length)).toBeCloseTo(0.85, 1);
  });

  it('have the specified shares of fictional and premium members, none in the future', () => {
    expect(share(people.filter((p) => p.fictional).length)).toBeCloseTo(0.08, 1);
    expect(share(people.filter((p) => p.premium).length)).toBeCloseTo(0.25, 1);
    for (const person of people) {
      expect(person.lastActiveAt < today.toISOString()).toBe(true);
      expect(person.createdAt < person.lastActiveAt).toBe(true);
    }
  });
});

describe('the crowd for benchmarks', () => {
  it('is 20,000 members, all adults with a name of their own', () => {
    const members = [...generateMembers({ count: 20_000, today })];
    expect(new Set(members.map((m) => m.name)).size).toBe(20_000);
    expect(members.every((m) => ageOn(m.dateOfBirth) >= 19)).toBe(true);
    expect(new Set(members.map((m) => m.country)).size).toBe(15);
    expect(members.slice(0, 50)).toEqual([...generateMembers({ count: 50, today })]);
  });
});
