import {
  ADVANCED_SEARCH_FIELDS,
  type MemberSearch,
  type SearchFilter,
  type SearchSort,
  type Sexuality,
  WIDER_STEPS,
  type WiderStep,
} from '@heartline/contracts';

const DAY_MS = 86_400_000;
/** A search in the form that is remembered and passed on in addresses. */
export function toMemberSearch({
  interests,
  ...rest
}: SearchFilter & { sort?: SearchSort | undefined }): MemberSearch {
  const search = { ...rest, interests: interests?.join(',') };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** A remembered search as a filter. Its order stays beside it. */
export function toSearchFilter<Search extends MemberSearch>({ interests, ...rest }: Search) {
  return { ...rest, interests: interests?.split(',') };
}

/** Years by which a wider search extends the ages. */
const NEAR_YEARS = 5;
/** Years on either side of the member’s own age in the search a member starts with. */
const START_YEARS = 10;
/** From this age on a search has no upper end. */
const OPEN_AGE = 99;
/** Fields that say more than gender, place and age. */
const DETAILS = [...ADVANCED_SEARCH_FIELDS, 'new_here', 'active_now', 'verified'] as const;

/** The ages around an age: never below the youngest of a site, and open at the top from 99 on. */
function agesWithin(age: number, years: number, youngest: number) {
  const oldest = age + years;
  return { min_age: Math.max(youngest, age - years), max_age: oldest < OPEN_AGE ? oldest : undefined };
}

/** The search a member starts with: whom they look for, where they live, ages within ten years of theirs. */
export function startSearch(
  own: Wanting & { country: string; region: string; age: number },
  youngest: number,
): SearchFilter {
  const wanted = gendersWanted(own);
  return {
    gender: wanted.length === 1 ? wanted[0] : undefined,
    country: own.country,
    countryregion: own.region || undefined,
    ...agesWithin(own.age, START_YEARS, youngest),
  };
}

/** Each step of a wider search returns the changed search, or undefined if it changes nothing. */
const WIDEN: Readonly<
  Record<WiderStep, (filter: SearchFilter, youngest: number) => SearchFilter | undefined>
> = {
  country: (filter) =>
    filter.country && filter.countryregion && !filter.neighbours
      ? { ...filter, countryregion: undefined }
      : undefined,
  ages: ({ min_age: from, max_age: to, ...rest }, youngest) => {
    const isOpen = (from === undefined || from <= youngest) && to === undefined;
    if (isOpen) return undefined;
    return {
      ...rest,
      min_age: from === undefined ? undefined : Math.max(youngest, from - NEAR_YEARS),
      max_age: to === undefined || to + NEAR_YEARS >= OPEN_AGE ? undefined : to + NEAR_YEARS,
    };
  },
  neighbours: (filter) =>
    filter.country && !filter.neighbours && nearbyCountries(filter.country).length > 0
      ? { ...filter, countryregion: undefined, neighbours: '1' }
      : undefined,
  everywhere: (filter) =>
    filter.country
      ? { ...filter, country: undefined, countryregion: undefined, neighbours: undefined }
      : undefined,
  details: (filter) =>
    DETAILS.some((field) => filter[field] !== undefined)
      ? { ...filter, ...Object.fromEntries(DETAILS.map((field) => [field, undefined])) }
      : undefined,
  any_age: (filter) =>
    filter.min_age !== undefined || filter.max_age !== undefined
      ? { ...filter, min_age: undefined, max_age: undefined }
      : undefined,
};

/**
 * Wider searches, the closest first: each step alone, then with all steps before it. One of them keeps only gender,
 * `fits` and the switch for fictional profiles: if it has nobody, no search has. Empty when nothing can be widened.
 */
export function* widerSearches(
  filter: SearchFilter,
  youngest: number,
): Generator<{ step: WiderStep; filter: SearchFilter }> {
  let sofar = filter;
  for (const step of WIDER_STEPS) {
    const alone = WIDEN[step](filter, youngest);
    const together = WIDEN[step](sofar, youngest);
    if (alone) yield { step, filter: alone };
    if (together && sofar !== filter) yield { step, filter: together };
    sofar = together ?? sofar;
  }
}

/** Neighbours that share a language, both ways. */
const NEARBY: Readonly<Record<string, readonly string[]>> = {
  AT: ['DE', 'CH'],
  AU: ['NZ'],
  BE: ['NL', 'FR'],
  CA: ['US'],
  CH: ['DE', 'AT', 'FR', 'IT'],
  DE: ['AT', 'CH'],
  FR: ['BE', 'CH'],
  GB: ['IE'],
  IE: ['GB'],
  IT: ['CH'],
  NL: ['BE'],
  NZ: ['AU'],
  US: ['CA'],
};

/** The neighbours of a country that share a language with it, such as Austria and Switzerland of Germany. */
export function nearbyCountries(country: string): readonly string[] {
  return NEARBY[country] ?? [];
}

/** The range of ages around an age, for similar people. */
export function agesAbout(age: number, youngest: number): { min_age: number; max_age: number | undefined } {
  return agesWithin(age, NEAR_YEARS, youngest);
}

const GENDERS = ['female', 'male'] as const;
const SEXUALITIES = ['hetero', 'gay', 'lesbian', 'bi'] as const satisfies readonly Sexuality[];

/** Gender and sexuality of a member: what decides whom they look for. */
export interface Wanting {
  gender: 'male' | 'female';
  sexuality: Sexuality;
}

/** The genders a member is interested in. */
export function gendersWanted({ gender, sexuality }: Wanting): readonly Wanting['gender'][] {
  if (sexuality === 'bi') return ['female', 'male'];
  if (sexuality === 'hetero') return gender === 'female' ? ['male'] : ['female'];
  return [gender];
}

/** True if the orientation of both members fits the other. */
export function mayMatch(one: Wanting, other: Wanting): boolean {
  return gendersWanted(one).includes(other.gender) && gendersWanted(other).includes(one.gender);
}

/**
 * The pairs of gender and sexuality that may match a member, among those asked for. Undefined means everybody: without a
 * profile, with `fits=any`, or when the asked gender or sexuality leaves no pair that fits. To ask for people who cannot
 * match is to ask for everybody.
 */
export function fittingPairs(
  own: Wanting | undefined,
  { fits, gender, sexuality }: Pick<SearchFilter, 'fits' | 'gender' | 'sexuality'>,
): Wanting[] | undefined {
  if (!own || fits === 'any') return undefined;
  const pairs = GENDERS.flatMap((one) =>
    SEXUALITIES.map((other) => ({ gender: one, sexuality: other })),
  ).filter(
    (other) =>
      mayMatch(own, other) &&
      (gender === undefined || other.gender === gender) &&
      (sexuality === undefined || other.sexuality === sexuality),
  );
  return pairs.length > 0 ? pairs : undefined;
}

/**
 * A search without the gender and the sexuality that leave nobody who could match. Such values come from before a change
 * of the profile. A search with `fits=any` keeps both.
 */
export function withoutUnfit<Search extends Pick<SearchFilter, 'fits' | 'gender' | 'sexuality'>>(
  own: Wanting | undefined,
  search: Search,
): Search {
  if (!own || search.fits === 'any') return search;
  const gender = fittingPairs(own, { gender: search.gender }) && search.gender;
  const sexuality = fittingPairs(own, { gender, sexuality: search.sexuality }) && search.sexuality;
  return { ...search, gender, sexuality };
}

/** The part of a search a visitor may see: nothing, cards, or profiles too (S4-057 to S4-059). */
export function visitorSearch<Level extends string>(
  settings: { logged_out_search: Level; logged_out_search_trafficsource: Level },
  hasSource: boolean,
): Level {
  return hasSource ? settings.logged_out_search_trafficsource : settings.logged_out_search;
}

/**
 * The days of birth of people aged `min` to `max`, both included, on `today`: `from` (exclusive) and `to`
 * (inclusive), `YYYY-MM-DD`. An open end is undefined.
 */
export function birthDays(
  min: number | undefined,
  max: number | undefined,
  today: string,
): { after: string | undefined; until: string | undefined } {
  return {
    after: max === undefined ? undefined : yearsBefore(today, max + 1),
    until: min === undefined ? undefined : yearsBefore(today, min),
  };
}

/** The same day some years ago, as text that sorts correctly even for 29 February. */
function yearsBefore(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`;
}

/** A moment as a whole number of days since 1970, in UTC. */
export function dayNumber(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** Days within which a member counts as new. */
export const NEW_DAYS = 14;

/** The start of a page on the circular search index of all members, and the start of the whole search. */
export interface SearchCursor {
  /** Both from 0 to 1. */
  start: number;
  position: number;
  /** Id of the last member already returned at exactly `position`. */
  lastId: string;
  /** True after the search passed 1. It continues from 0 to `start`. */
  wrapped: boolean;
  /** Number of the page that starts here, from 1. */
  page: number;
  /** Group of the order that the page starts in, from 0; the whole search is one group without an order. */
  group: number;
  /** Day on which the search began, in days since 1970: the order keeps it until its last page. */
  day: number;
}

/** Writes a cursor as text without personal data: two fractions, a flag, a number, an id. */
export function writeCursor(cursor: SearchCursor): string {
  const { start, position, wrapped, page, lastId, group, day } = cursor;
  return [start, position, wrapped ? 1 : 0, page, lastId, group, day].join('_');
}

/** Reads what `writeCursor` wrote, to the last bit; undefined for anything else. */
export function readCursor(text: string): SearchCursor | undefined {
  const match =
    /^([\d.e-]{1,30})_([\d.e-]{1,30})_([01])_([1-9]\d{0,6})_([0-9a-f]{0,24})_(\d{1,5})_(\d{1,6})$/.exec(text);
  if (!match) return undefined;
  const [, start = '', position = '', wrapped, page, lastId = '', group, day] = match;
  const cursor = {
    start: Number(start),
    position: Number(position),
    wrapped: wrapped === '1',
    page: Number(page),
    lastId,
    group: Number(group),
    day: Number(day),
  };
  return isFraction(cursor.start) && isFraction(cursor.position) ? cursor : undefined;
}

function isFraction(value: number): boolean {
  return value >= 0 && value <= 1;
}

/** The profile field of each search field that a site may hide. */
const LOOKS_AT: Readonly<Record<string, string>> = { countryregion: 'region' };

/** The search fields of a site: those it chose, without those its profiles do not show. */
export function searchFieldsOf<Field extends string>(settings: {
  search_fields: readonly Field[];
  visible_profile_fields: readonly string[];
}): Field[] {
  const always = new Set(['gender', 'min_age', 'max_age']);
  return settings.search_fields.filter(
    (field) => always.has(field) || settings.visible_profile_fields.includes(LOOKS_AT[field] ?? field),
  );
}
