/** What a member looks for, as in the search state of the specification. */
export interface SearchFilter {
  gender?: 'male' | 'female' | undefined;
  country?: string | undefined;
  countryregion?: string | undefined;
  min_age?: number | undefined;
  max_age?: number | undefined;
  fictional?: 'yes' | 'no' | undefined;
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
}

/** A cursor as text that says nothing about anyone: two fractions, a flag, an id. */
export function writeCursor(cursor: SearchCursor): string {
  return [cursor.start, cursor.position, cursor.wrapped ? 1 : 0, cursor.lastId].join('_');
}

/** Reads what `writeCursor` wrote, to the last bit; undefined for anything else. */
export function readCursor(text: string): SearchCursor | undefined {
  const match = /^([\d.e-]{1,30})_([\d.e-]{1,30})_([01])_([0-9a-f]{0,24})$/.exec(text);
  if (!match) return undefined;
  const [, start = '', position = '', wrapped, lastId = ''] = match;
  const cursor = { start: Number(start), position: Number(position), wrapped: wrapped === '1', lastId };
  return isFraction(cursor.start) && isFraction(cursor.position) ? cursor : undefined;
}

function isFraction(value: number): boolean {
  return value >= 0 && value <= 1;
}
