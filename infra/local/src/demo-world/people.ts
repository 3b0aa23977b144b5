import { type Gender, INTERESTS, type Locale, type PromptAnswer } from '@heartline/contracts';
import type { DemoPerson } from './demo-person.ts';
import { NAMED } from './named-people.ts';
import { type Country, placesIn } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { drawAge, drawInterests, drawTraits, sexualityOf } from './traits.ts';
import { ANSWERS } from './words/answers.ts';
import { WORDS } from './words/index.ts';
import { SPOKEN_INTERESTS } from './words/words.model.ts';

/** Password of every demo account; it exists only on machines that seed the demo world. */
export const DEMO_PASSWORD = 'heartline-demo';

/** Shares of languages and countries; at 300 members each language has at least 30 of them. */
const CROWD: readonly [language: Locale, country: Country, weight: number][] = [
  ['nl', 'NL', 36],
  ['nl', 'BE', 14],
  ['en', 'GB', 17],
  ['en', 'US', 15],
  ['en', 'IE', 7],
  ['en', 'AU', 8],
  ['en', 'CA', 7],
  ['en', 'NZ', 6],
  ['de', 'DE', 31],
  ['de', 'AT', 10],
  ['de', 'CH', 7],
  ['es', 'ES', 27],
  ['es', 'US', 7],
  ['fr', 'FR', 27],
  ['fr', 'BE', 7],
  ['fr', 'CA', 5],
  ['fr', 'CH', 4],
  ['it', 'IT', 28],
  ['it', 'CH', 4],
  ['pl', 'PL', 33],
];
const CROWD_WEIGHT = CROWD.reduce((sum, [, , weight]) => sum + weight, 0);
const DAY_MS = 86_400_000;

/** Homes in the shares of `CROWD`, as exact as whole people allow, in a mixed order. */
function* homes(count: number, random: Random): Generator<readonly [Locale, Country]> {
  const slots: (readonly [Locale, Country])[] = [];
  let due = 0;
  for (const [language, country, weight] of CROWD) {
    due += (weight * count) / CROWD_WEIGHT;
    while (slots.length < Math.round(due)) slots.push([language, country]);
  }
  yield* random.shuffle(slots);
}

function dateOfBirth(random: Random, today: Date, age: number): string {
  const oldest = Date.UTC(today.getUTCFullYear() - age - 1, today.getUTCMonth(), today.getUTCDate() + 1);
  const youngest = Date.UTC(today.getUTCFullYear() - age, today.getUTCMonth(), today.getUTCDate());
  return new Date(oldest + random.next() * (youngest - oldest)).toISOString().slice(0, 10);
}

/** Most were here in the last days, some have drifted away; never in the future and nobody "online". */
function drawTimes(random: Random, today: Date): Pick<DemoPerson, 'createdAt' | 'lastActiveAt'> {
  const idleDays = random.next() ** 4 * 75 + 0.02;
  const memberDays = idleDays + 7 + random.next() ** 2 * 700;
  return {
    createdAt: new Date(today.getTime() - memberDays * DAY_MS).toISOString(),
    lastActiveAt: new Date(today.getTime() - idleDays * DAY_MS).toISOString(),
  };
}

/** Most answered two or three prompts, some none. */
function drawAnswers(random: Random, language: Locale): PromptAnswer[] {
  const count = Number(random.weighted({ '0': 15, '1': 15, '2': 30, '3': 40 }));
  return random
    .shuffle(ANSWERS[language])
    .slice(0, count)
    .map(([key, answers]) => ({ key, answer: random.pick(answers) }));
}

type Given = Partial<DemoPerson> &
  Pick<DemoPerson, 'key' | 'name' | 'gender' | 'sexuality' | 'language' | 'country'>;

/** Everything about one person; what is given wins over what is drawn. `seed` and key decide the rest. */
function drawPerson(given: Given, seed: number, today: Date): DemoPerson {
  const random = createRandom(`${seed}:${given.key}`);
  const words = WORDS[given.language];
  const age = given.age ?? drawAge(random);
  const spoken = random.pick(SPOKEN_INTERESTS);
  const { region, city } = random.pick(placesIn(given.country, given.language));
  const sentences = [random.pick(words.openers), words.about[spoken], random.pick(words.closers)];
  const short = random.chance(0.25) ? random.int(0, 1) : undefined;
  const premium = random.chance(0.25);
  return {
    email: `${given.key}@demo.example`,
    role: 'member',
    status: 'active',
    dateOfBirth: dateOfBirth(random, today, age),
    age,
    region,
    city,
    speaks: given.language !== 'en' && random.chance(0.6) ? [given.language, 'en'] : [given.language],
    about: (short === undefined ? sentences : sentences.slice(short, short + 2)).join(' '),
    prompts: drawAnswers(createRandom(`${seed}:${given.key}:answers`), given.language),
    interests: drawInterests(random, INTERESTS, spoken),
    ...drawTraits(random, age),
    fictional: given.role === undefined && random.chance(0.08),
    premium,
    credits: premium ? random.int(12, 140) : random.int(0, 3),
    ...drawTimes(random, today),
    pictureCount: Number(random.weighted({ '3': 18, '4': 24, '5': 24, '6': 18, '7': 10, '8': 6 })),
    ...given,
  };
}

/** A first name of the language that nobody has yet; past the end of the list it gets a number. */
function freeName(taken: Set<string>, names: readonly string[]): string {
  for (let round = 1; ; round++) {
    const name = names.map((first) => (round === 1 ? first : `${first}${round}`)).find((n) => !taken.has(n));
    if (name) {
      taken.add(name);
      return name;
    }
  }
}

/**
 * The demo world: the named accounts (`NAMED`) first, then `count` members. Pure: the same `seed` and `today`
 * give the same people; without them seed 1 and the current day are taken.
 */
export function generatePeople(options: { count: number; seed?: number; today?: Date }): DemoPerson[] {
  const { count, seed = 1, today = new Date() } = options;
  const random = createRandom(`${seed}:homes`);
  const taken = new Set(NAMED.map((person) => person.name));
  const rounds = new Map<Locale, number>();
  const crowd: DemoPerson[] = [];
  for (const [language, country] of homes(count, random)) {
    const turn = rounds.get(language) ?? 0;
    rounds.set(language, turn + 1);
    const gender: Gender = turn % 2 === 0 ? 'female' : 'male';
    const key = `demo-${String(crowd.length + 1).padStart(3, '0')}`;
    const name = freeName(taken, WORDS[language][gender]);
    const sexuality = sexualityOf(gender, Math.floor(turn / 2));
    crowd.push(drawPerson({ key, name, gender, sexuality, language, country }, seed, today));
  }
  return [...NAMED.map((named) => drawPerson(named, seed, today)), ...crowd];
}
