import { ADVANCED_SEARCH_FIELDS } from '@heartline/contracts';

/** The search of a member, as in the search state of the specification. */
export interface SearchFilter {
  gender?: 'male' | 'female' | undefined;
  country?: string | undefined;
  countryregion?: string | undefined;
  min_age?: number | undefined;
  max_age?: number | undefined;
  sexuality?: string | undefined;
  relationship_status?: string | undefined;
  reason?: string | undefined;
  body_type?: string | undefined;
  hair_color?: string | undefined;
  eye_color?: string | undefined;
  tattoos?: string | undefined;
  /** A member with any of these interests matches. */
  interests?: readonly string[] | undefined;
  fictional?: 'yes' | 'no' | undefined;
}

/** Years by which a wider search extends the ages. */
const NEAR_YEARS = 5;

/**
 * A wider search: ages up to five years wider, the whole country, and no advanced fields. Gender, country and the switch
 * for fictional profiles stay. Undefined when nothing can be widened.
 */
export function widerSearch(filter: SearchFilter, youngest: number): SearchFilter | undefined {
  const { min_age: from, max_age: to, countryregion: region } = filter;
  const hasDetails = ADVANCED_SEARCH_FIELDS.some((field) => filter[field] !== undefined);
  if (!hasDetails && from === undefined && to === undefined && !(region && filter.country)) return undefined;
  return {
    gender: filter.gender,
    country: filter.country,
    fictional: filter.fictional,
    min_age: from === undefined ? undefined : Math.max(youngest, from - NEAR_YEARS),
    max_age: to === undefined ? undefined : to + NEAR_YEARS,
  };
}

/** The range of ages around an age, for similar people. */
export function agesAbout(age: number, youngest: number): { min_age: number; max_age: number } {
  return { min_age: Math.max(youngest, age - NEAR_YEARS), max_age: age + NEAR_YEARS };
}

interface Wanting {
  gender: 'male' | 'female';
  sexuality: 'hetero' | 'gay' | 'lesbian' | 'bi';
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
}

/** Writes a cursor as text without personal data: two fractions, a flag, a number, an id. */
export function writeCursor(cursor: SearchCursor): string {
  return [cursor.start, cursor.position, cursor.wrapped ? 1 : 0, cursor.page, cursor.lastId].join('_');
}

/** Reads what `writeCursor` wrote, to the last bit; undefined for anything else. */
export function readCursor(text: string): SearchCursor | undefined {
  const match = /^([\d.e-]{1,30})_([\d.e-]{1,30})_([01])_([1-9]\d{0,6})_([0-9a-f]{0,24})$/.exec(text);
  if (!match) return undefined;
  const [, start = '', position = '', wrapped, page, lastId = ''] = match;
  const cursor = {
    start: Number(start),
    position: Number(position),
    wrapped: wrapped === '1',
    page: Number(page),
    lastId,
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
