import { createHash } from 'node:crypto';
import { dayOf, readCursor, type SearchCursor, writeCursor } from '@heartline/domain';
import type { Place, RingFilter } from './ring.model.ts';
import type { Ring } from './ring.ts';

const PAGE = 24;

/** A stretch of the walk: whom it found, its number, and where the next one begins. */
export interface Stretch {
  ids: string[];
  pageNumber: number;
  nextCursor: string | null;
}

/**
 * The next people on a walk once around the ring.
 *
 * All listed members stand on a ring, each at a random place that never changes. A walk begins at a place that is the
 * walker's own for the day, so pages neither repeat nor jump while members come and go, everybody is somebody's first
 * result, and the order says nothing about anyone. A cursor that somebody made up starts at the beginning.
 */
export function walkRing(
  ring: Ring,
  filter: RingFilter,
  walker: { id: string; now: number; cursor: string | undefined; isHidden(id: string): boolean },
  size = PAGE,
): Stretch {
  const from = (walker.cursor && readCursor(walker.cursor)) || firstCursor(walker.id, dayOf(walker.now));
  const found: (Place & { wrapped: boolean })[] = [];
  for (const wrapped of from.wrapped ? [true] : [false, true]) {
    const begin =
      wrapped === from.wrapped ? { shuffle: from.position, _id: from.lastId } : { shuffle: 0, _id: '' };
    for (const place of ring.walk(filter, begin, wrapped ? from.start : 1)) {
      if (walker.isHidden(place._id)) continue;
      found.push({ ...place, wrapped });
      // One more than fits says that there is a next page.
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

/** Where somebody's walk starts today. */
function firstCursor(walker: string, today: string): SearchCursor {
  const start = createHash('sha256').update(`${walker} ${today}`).digest().readUInt32BE() / 2 ** 32;
  return { start, position: start, lastId: '', wrapped: false, page: 1 };
}
