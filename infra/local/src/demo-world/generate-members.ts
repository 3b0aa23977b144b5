import { type Gender, INTERESTS, type Locale, type Sexuality } from '@heartline/contracts';
import { type Country, type Place, placesIn } from './places.ts';
import { createRandom } from './random.ts';
import { drawAge, drawTraits, sexualityOf, type Traits } from './traits.ts';
import { WORDS } from './words/index.ts';

/** The fields of a member that a search needs: no texts, no pictures. */
export type BenchmarkMember = Place & {
  key: string;
  email: string;
  name: string;
  gender: Gender;
  sexuality: Sexuality;
  /** `YYYY-MM-DD` */
  dateOfBirth: string;
  language: Locale;
  premium: boolean;
  fictional: boolean;
  /** ISO, UTC */
  lastActiveAt: string;
  traits: Traits;
  interests: string[];
};

/** Members have up to this many interests. */
const MOST_INTERESTS = 8;

const HOMES: readonly (readonly [Locale, Country])[] = [
  ['en', 'US'],
  ['nl', 'NL'],
  ['nl', 'BE'],
  ['fr', 'FR'],
  ['it', 'IT'],
  ['es', 'ES'],
  ['de', 'DE'],
  ['de', 'AT'],
  ['en', 'IE'],
  ['en', 'GB'],
  ['en', 'AU'],
  ['en', 'NZ'],
  ['en', 'CA'],
  ['pl', 'PL'],
  ['de', 'CH'],
];
const DAY_MS = 86_400_000;

/**
 * Any number of members for benchmarks, one at a time, so that 200,000 never stand in memory at once. The same
 * seed gives the same stream. Countries take turns, ages are spread as in the demo world.
 */
export function* generateMembers(options: {
  count: number;
  seed?: number;
  today?: Date;
}): Generator<BenchmarkMember> {
  const { count, seed = 1, today = new Date() } = options;
  const random = createRandom(`${seed}:benchmark`);
  const homes = HOMES.map(([language, country]) => ({ language, places: placesIn(country, language) }));
  for (let n = 1; n <= count; n++) {
    const home = random.pick(homes);
    const gender: Gender = random.chance(0.5) ? 'female' : 'male';
    const age = drawAge(random);
    const bornAt = today.getTime() - (age + random.next()) * 365.25 * DAY_MS - DAY_MS;
    yield {
      ...random.pick(home.places),
      key: `bench-${n}`,
      email: `bench-${n}@demo.example`,
      name: `${random.pick(WORDS[home.language][gender])}${n}`,
      gender,
      sexuality: sexualityOf(gender, random.int(0, 9)),
      dateOfBirth: new Date(bornAt).toISOString().slice(0, 10),
      language: home.language,
      premium: random.chance(0.25),
      fictional: random.chance(0.08),
      lastActiveAt: new Date(today.getTime() - random.next() ** 4 * 90 * DAY_MS).toISOString(),
      traits: drawTraits(random, age),
      interests: Array.from({ length: random.int(1, MOST_INTERESTS) }, () => random.pick(INTERESTS)),
    };
  }
}
