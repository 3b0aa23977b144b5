import type { DemoPerson } from '../demo-person.ts';
import { createRandom, type Random } from '../random.ts';
import { mix, shade } from './colors.ts';
import { turnOf } from './turn.ts';

type Variants = readonly string[];
const named = (prefix: string, numbers: string): Variants =>
  numbers.split(' ').map((number) => `${prefix}${number.padStart(2, '0')}`);
/** Names of lorelei's parts from their numbers. */
export const variants = (numbers: string): Variants => named('variant', numbers);

/** The friendly parts of lorelei, and the people they suit; no winks, scowls or sneers. */
const PARTS = {
  female: {
    hair: variants('10 13 14 15 16 17 18 19 21 23 24 26 29 30 31 32 33 35 37 38 42 46 48'),
    curls: variants('18 24 26 14 35 38 42 46'),
    hairOver55: variants('10 11 13 14 17 18 19 23 32 37 38 46 29'),
    eyes: variants('4 6 11 11 12 14 23'),
    eyebrows: variants('5 7 9'),
    mouth: named('happy', '1 2 3 5 6'),
    head: variants('3 4 4 2'),
  },
  male: {
    hair: variants('1 2 3 4 5 6 7 8 9 11 12 20 22 28 39 43 44 47 36'),
    curls: variants('5 9 22 39 44 47'),
    hairOver55: variants('1 2 3 8 9 25 28 47 12 25'),
    eyes: variants('4 6 14 20 12'),
    eyebrows: variants('3 5 7 10'),
    mouth: named('happy', '1 2 5 6'),
    head: variants('1 1 2 3'),
  },
} as const;
const FLAT_HAIR = variants('1 2 3 7 9 10 12 13 15 16 17 19 21 23 25 28 29 32 35 37 47');
const GLASSES = variants('1 3 4');

const SKINS = '#f8d9c2 #f3c6a5 #eab38b #d99a6c #c07d50 #9c6040 #7a4630 #5b3526'.split(' ');
/** Weights of the skin tones, light to dark, for each hair colour. */
const SKIN_WEIGHTS: Readonly<Record<DemoPerson['hairColor'], readonly number[]>> = {
  black: [1, 2, 4, 5, 6, 6, 6, 5],
  dark_brown: [3, 6, 6, 5, 4, 3, 2, 1],
  brown: [5, 7, 5, 3, 1, 1, 0, 0],
  blond: [8, 7, 3, 1, 0, 0, 0, 0],
  red: [9, 5, 1, 0, 0, 0, 0, 0],
  grey: [4, 5, 4, 3, 2, 2, 2, 1],
  white: [4, 5, 3, 2, 1, 1, 1, 1],
};
const HAIR_INKS: Readonly<Record<DemoPerson['hairColor'], readonly string[]>> = {
  black: ['#2b2028', '#231c2c', '#33252a'],
  dark_brown: ['#4a2c24', '#553326', '#432a2a'],
  brown: ['#7d4a2c', '#8a5633', '#704330'],
  blond: ['#e0b060', '#d9a253', '#ebc57d'],
  red: ['#b9502b', '#c8602f', '#a5452f'],
  grey: ['#a59c9b', '#918a8e', '#b5aca6'],
  white: ['#e9e2da', '#ddd6d2', '#efe9df'],
};

/** Features that are the same in all pictures of a person. */
export type Look = {
  /** lorelei's options that are chosen once. */
  options: Record<string, Variants | number>;
  mouths: Variants;
  eyes: string;
  /** Lipstick; without it the mouth is drawn in ink. */
  lips: string | undefined;
  skin: string;
  hair: string;
  ink: string;
  /** Darkness of an unshaven chin, 0 to 1. */
  stubble: number;
  /** Fine lines around the eyes. */
  lines: boolean;
  /** Hair that lies flat enough for a hat. */
  flat: boolean;
};

function hairOf(person: DemoPerson, tone: number, random: Random): string {
  const { hair, curls, hairOver55 } = PARTS[person.gender];
  const styles = tone >= 5 && random.chance(0.7) ? curls : hair;
  const suited = person.age > 55 ? hairOver55 : styles;
  return suited[(turnOf(person.key) * 5 + random.int(0, 1)) % suited.length] as string;
}

/** A beard or a day without shaving; women have neither. */
function chinOf(person: DemoPerson, random: Random): { beard: boolean; stubble: number } {
  if (person.gender === 'female') return { beard: false, stubble: 0 };
  const beard = person.age > 26 && random.chance(0.2);
  return { beard, stubble: !beard && random.chance(0.36) ? random.between(0.16, 0.34) : 0 };
}

/** Earrings and lipstick; men wear neither here. */
function jewelsOf(
  person: DemoPerson,
  skin: string,
  random: Random,
): { earrings: boolean; lips: string | undefined } {
  if (person.gender === 'male') return { earrings: false, lips: undefined };
  const lips = random.chance(0.6) ? mix('#b3324a', shade(skin, 0.25), 0.35) : undefined;
  return { earrings: random.chance(0.42), lips };
}

/** Chooses a person's head once: parts that suit gender and age, skin and hair that fit the profile. */
export function lookOf(person: DemoPerson): Look {
  const random = createRandom(`look:${person.key}:${person.gender}`);
  const parts = PARTS[person.gender];
  const weights = Object.fromEntries(SKIN_WEIGHTS[person.hairColor].map((weight, i) => [String(i), weight]));
  const tone = Number(random.weighted(weights));
  const skin = SKINS[tone] as string;
  const hair = hairOf(person, tone, random);
  const { beard, stubble } = chinOf(person, random);
  const { earrings, lips } = jewelsOf(person, skin, random);
  const freckled = tone < 4 && random.chance(person.hairColor === 'red' ? 0.7 : 0.12);
  const percent = (yes: boolean) => (yes ? 100 : 0);
  return {
    options: {
      hair: [hair],
      head: [random.pick(parts.head)],
      eyebrows: [random.pick(parts.eyebrows)],
      nose: variants(String(random.int(1, 6))),
      beard: variants(String(random.int(1, 2))),
      beardProbability: percent(beard),
      glasses: [random.pick(GLASSES)],
      glassesProbability: percent(random.chance(person.age > 45 ? 0.34 : 0.16)),
      earrings: variants(String(random.int(1, 3))),
      earringsProbability: percent(earrings),
      frecklesProbability: percent(freckled),
      hairAccessoriesProbability: 0,
    },
    mouths: random.shuffle(parts.mouth).slice(0, 3),
    lips,
    eyes: random.pick(parts.eyes),
    skin,
    hair: random.pick(HAIR_INKS[person.hairColor]),
    ink: tone > 5 ? '#24131a' : '#33202a',
    stubble,
    lines: person.age > 52,
    flat: FLAT_HAIR.includes(hair),
  };
}
