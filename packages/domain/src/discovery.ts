import { ADVANCED_SEARCH_FIELDS } from '@heartline/contracts';

/** What a member looks for, as in the search state of the specification. */
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
  /** Somebody with any of them fits. */
  interests?: readonly string[] | undefined;
  fictional?: 'yes' | 'no' | undefined;
}

/** How far beyond the ages asked for somebody still nearly fits, in years. */
const NEAR_YEARS = 5;

/**
 * The search around a search: ages up to five years wider, anywhere in the country, whatever the advanced fields. Gender,
 * country and the switch for fictional profiles stay. Undefined when there is nothing to let go of.
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

/** Ages about somebody of this age, for people who are like them. */
export function agesAbout(age: number, youngest: number): { min_age: number; max_age: number } {
  return { min_age: Math.max(youngest, age - NEAR_YEARS), max_age: age + NEAR_YEARS };
}

interface Wanting {
  gender: 'male' | 'female';
  sexuality: 'hetero' | 'gay' | 'lesbian' | 'bi';
}

/** The genders somebody is drawn to. */
export function gendersWanted({ gender, sexuality }: Wanting): readonly Wanting['gender'][] {
  if (sexuality === 'bi') return ['female', 'male'];
  if (sexuality === 'hetero') return gender === 'female' ? ['male'] : ['female'];
  return [gender];
}

/** Whether two people may want each other, both ways. */
export function mayMatch(one: Wanting, other: Wanting): boolean {
  return gendersWanted(one).includes(other.gender) && gendersWanted(other).includes(one.gender);
}

/** What a visitor may see of a search: nothing, cards, or profiles too (S4-057 to S4-059). */
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

/** The same day so many years ago, as text that sorts right even for 29 February. */
function yearsBefore(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`;
}

/** Where a page of results starts on the ring of all members, and where the walk began. */
export interface SearchCursor {
  /** Both from 0 to 1. */
  start: number;
  position: number;
  /** Members already given at exactly `position`: the last one's id. */
  lastId: string;
  /** The walk has passed 1 and goes on from 0 until it is back at `start`. */
  wrapped: boolean;
  /** Number of the page that starts here, from 1. */
  page: number;
}

/** A cursor as text that says nothing about anyone: two fractions, a flag, a number, an id. */
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

/** The field of a profile a search field looks at, where a site may leave that out. */
const LOOKS_AT: Readonly<Record<string, string>> = { countryregion: 'region' };

/** What a site’s members can be searched by: the fields it chose, without those its profiles do not show. */
export function searchFieldsOf<Field extends string>(settings: {
  search_fields: readonly Field[];
  visible_profile_fields: readonly string[];
}): Field[] {
  const always = new Set(['gender', 'min_age', 'max_age']);
  return settings.search_fields.filter(
    (field) => always.has(field) || settings.visible_profile_fields.includes(LOOKS_AT[field] ?? field),
  );
}
