import { createHash } from 'node:crypto';
import { dayNumber, dayOf, readCursor, type SearchCursor, writeCursor } from '@heartline/domain';
import type { Place, SearchIndexFilter, SearchOrder } from './search-index.model.ts';
import type { SearchIndex } from './search-index.ts';

const PAGE = 24;
const DAY_MS = 86_400_000;
/** Largest difference between the clocks of two gateways, in ms. */
const SKEW_MS = 60_000;

/** A page of the scan: the people found, its number, and the start of the next one. */
export interface Stretch {
  ids: string[];
  pageNumber: number;
  nextCursor: string | null;
}

/** The position of a member in a scan. */
interface Stop extends Place {
  group: number;
  wrapped: boolean;
}

/** The searcher, the start and the order of a scan. Without an order all members are one group. */
export interface Scanner {
  id: string;
  now: number;
  cursor: string | undefined;
  isHidden(id: string): boolean;
  order?: Omit<SearchOrder, 'today'> | undefined;
}

/**
 * The next people of a scan: group by group, once around the index in each.
 *
 * - All listed members have a random position that never changes.
 * - A scan starts at the scanner's own position of the day, so pages neither repeat nor jump while members
 *   come and go. Groups are those of the day on which the scan began.
 * - Within a group everyone is some scanner's first result, and the order reveals nothing.
 * - A forged cursor starts at the beginning. So does one of an older day: bands as of any day would tell the
 *   exact day of somebody's last activity.
 */
export function scanSearchIndex(
  searchIndex: SearchIndex,
  filter: SearchIndexFilter,
  scanner: Scanner,
  size = PAGE,
): Stretch {
  const from = continued(scanner) ?? firstCursor(scanner);
  const found: Stop[] = [];
  for (const stop of stops(
    searchIndex,
    filter,
    from,
    scanner.order && { ...scanner.order, today: from.day },
  )) {
    if (scanner.isHidden(stop._id)) continue;
    // One more than fits means that there is a next page.
    if (found.length === size) return stretch(found, from, true);
    found.push(stop);
  }
  return stretch(found, from, false);
}

/** Everyone from a cursor on. */
function* stops(
  searchIndex: SearchIndex,
  filter: SearchIndexFilter,
  from: SearchCursor,
  order: SearchOrder | undefined,
): Generator<Stop> {
  for (const group of searchIndex.groups(filter, order)) {
    if (group < from.group) continue;
    const isFirst = group === from.group;
    for (const wrapped of isFirst && from.wrapped ? [true] : [false, true]) {
      const begin =
        isFirst && wrapped === from.wrapped
          ? { shuffle: from.position, _id: from.lastId }
          : { shuffle: wrapped ? 0 : from.start, _id: '' };
      for (const place of searchIndex.scan(filter, begin, wrapped ? from.start : 1, group, order))
        yield { ...place, group, wrapped };
    }
  }
}

function stretch(found: readonly Stop[], from: SearchCursor, goesOn: boolean): Stretch {
  const last = found.at(-1);
  const next = last && {
    start: from.start,
    position: last.shuffle,
    lastId: last._id,
    wrapped: last.wrapped,
    page: from.page + 1,
    group: last.group,
    day: from.day,
  };
  return {
    ids: found.map(({ _id }) => _id),
    pageNumber: from.page,
    nextCursor: goesOn && next ? writeCursor(next) : null,
  };
}

/** The cursor of a scan that began today or yesterday. */
function continued({ cursor, now }: Scanner): SearchCursor | undefined {
  const from = cursor === undefined ? undefined : readCursor(cursor);
  const isOfLate = from && from.day >= dayNumber(now - DAY_MS) && from.day <= dayNumber(now + SKEW_MS);
  return isOfLate ? from : undefined;
}

/** The start of a scanner's scan today. */
function firstCursor({ id, now }: Pick<Scanner, 'id' | 'now'>): SearchCursor {
  const start =
    createHash('sha256')
      .update(`${id} ${dayOf(now)}`)
      .digest()
      .readUInt32BE() /
    2 ** 32;
  return { start, position: start, lastId: '', wrapped: false, page: 1, group: 0, day: dayNumber(now) };
}
