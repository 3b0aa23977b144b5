import { createHash } from 'node:crypto';
import { dayOf, readCursor, type SearchCursor, writeCursor } from '@heartline/domain';
import type { Place, SearchIndexFilter } from './search-index.model.ts';
import type { SearchIndex } from './search-index.ts';

const PAGE = 24;

/** A page of the scan: the people found, its number, and the start of the next one. */
export interface Stretch {
  ids: string[];
  pageNumber: number;
  nextCursor: string | null;
}

/**
 * The next people of a scan once around the index.
 *
 * - All listed members have a random position that never changes.
 * - A scan starts at the scanner's own position of the day, so pages neither repeat nor jump while members
 *   come and go.
 * - Everyone is some scanner's first result, and the order reveals nothing about anyone.
 * - A forged cursor starts at the beginning.
 */
export function scanSearchIndex(
  searchIndex: SearchIndex,
  filter: SearchIndexFilter,
  scanner: { id: string; now: number; cursor: string | undefined; isHidden(id: string): boolean },
  size = PAGE,
): Stretch {
  const from = (scanner.cursor && readCursor(scanner.cursor)) || firstCursor(scanner.id, dayOf(scanner.now));
  const found: (Place & { wrapped: boolean })[] = [];
  for (const wrapped of from.wrapped ? [true] : [false, true]) {
    const begin =
      wrapped === from.wrapped ? { shuffle: from.position, _id: from.lastId } : { shuffle: 0, _id: '' };
    for (const place of searchIndex.scan(filter, begin, wrapped ? from.start : 1)) {
      if (scanner.isHidden(place._id)) continue;
      found.push({ ...place, wrapped });
      // One more than fits means that there is a next page.
      if (found.length > size) return stretch(found.slice(0, size), from, true);
    }
  }
  return stretch(found, from, false);
}

function stretch(places: (Place & { wrapped: boolean })[], from: SearchCursor, goesOn: boolean): Stretch {
  const last = places.at(-1);
  const next = last && {
    start: from.start,
    position: last.shuffle,
    lastId: last._id,
    wrapped: last.wrapped,
    page: from.page + 1,
  };
  return {
    ids: places.map(({ _id }) => _id),
    pageNumber: from.page,
    nextCursor: goesOn && next ? writeCursor(next) : null,
  };
}

/** The start of a scanner's scan today. */
function firstCursor(scanner: string, today: string): SearchCursor {
  const start = createHash('sha256').update(`${scanner} ${today}`).digest().readUInt32BE() / 2 ** 32;
  return { start, position: start, lastId: '', wrapped: false, page: 1 };
}
