import type {
  BodyType,
  EyeColor,
  Gender,
  HairColor,
  Interest,
  Reason,
  RelationshipStatus,
  Sexuality,
  Tattoos,
} from '@heartline/contracts';
import type { Random } from './random.ts';
import type { SpokenInterest } from './words/words.model.ts';

export interface Traits {
  hairColor: HairColor;
  eyeColor: EyeColor;
  bodyType: BodyType;
  relationshipStatus: RelationshipStatus;
  tattoos: Tattoos;
  reason: Reason;
}

const AGE_BANDS: readonly [from: number, to: number, weight: number][] = [
  [19, 24, 15],
  [25, 34, 32],
  [35, 44, 24],
  [45, 54, 16],
  [55, 64, 9],
  [65, 70, 4],
];

/** Whole years, 19 to 70, most between 25 and 45. */
export function drawAge(random: Random): number {
  let left = random.next() * 100;
  for (const [from, to, weight] of AGE_BANDS) {
    left -= weight;
    if (left < 0) return random.int(from, to);
  }
  return 70;
}

/** The tenth member of each gender is bi, two in ten are gay or lesbian: every site has everyone. */
export function sexualityOf(gender: Gender, turn: number): Sexuality {
  const place = turn % 10;
  if (place === 4) return 'bi';
  if (place === 2 || place === 7) return gender === 'male' ? 'gay' : 'lesbian';
  return 'hetero';
}

function drawHair(random: Random, age: number): Traits['hairColor'] {
  if (random.chance((age - 44) / 34)) return age > 60 && random.chance(0.4) ? 'white' : 'grey';
  return random.weighted({ black: 24, dark_brown: 27, brown: 22, blond: 18, red: 9 });
}

/** Traits that fit together with an age (grey hair, widowed) but hold no surprise otherwise. */
export function drawTraits(random: Random, age: number): Traits {
  return {
    hairColor: drawHair(random, age),
    eyeColor: random.weighted({ brown: 42, blue: 28, green: 12, hazel: 12, grey: 6 }),
    bodyType: random.weighted({ slim: 22, athletic: 20, average: 32, curvy: 16, full: 10 }),
    relationshipStatus: random.weighted({
      single: 60,
      divorced: age > 32 ? 24 : 2,
      separated: age > 28 ? 8 : 2,
      widowed: age > 50 ? 8 : 0,
      open: 6,
    }),
    tattoos: random.weighted({ none: 55, one: 20, some: 18, many: 7 }),
    reason: random.weighted({ chat: 18, friends: 12, dates: 30, relationship: 30, adventure: 10 }),
  };
}

/** Three to eight interests, the spoken one always among them. */
export function drawInterests(random: Random, all: readonly Interest[], spoken: SpokenInterest): Interest[] {
  const others = random.shuffle(all.filter((interest) => interest !== spoken));
  return random.shuffle([spoken, ...others.slice(0, random.int(2, 7))]);
}
