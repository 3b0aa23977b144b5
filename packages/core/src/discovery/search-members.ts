import { createHash } from 'node:crypto';
import type { OutputOf, SearchQuery, searchMembers as searchMembersCall } from '@heartline/contracts';
import { dayOf, readCursor, type SearchCursor, writeCursor } from '@heartline/domain';
import type { DiscoveryContext } from './discovery-context.ts';
import { matchesFilter, type Ring, ringFilter } from './profile-filter.ts';

const PAGE = 24;
/** Room in the first guess, so that one read is nearly always enough. */
const SLACK = 1.5;

/**
 * A page of members who fit, four steps: choose ids, load, apply rules, present.
 *
 * All listed members stand on a ring, each at a random place that never changes. A search walks it once around from a
 * place that is the viewer's own for the day, so pages neither repeat nor jump while members come and go, everybody
 * is somebody's first result, and the order says nothing about anyone. The walk reads the ring piece by piece, each a
 * range on one index, as wide as it takes to hold a page.
 */
export async function searchMembers(
  context: DiscoveryContext,
  viewer: { member: string; site: string },
  query: SearchQuery,
): Promise<OutputOf<typeof searchMembersCall>> {
  const { cursor: given, ...filter } = query;
  const today = dayOf(context.clock.now());
  const ring = ringFilter(viewer.site, filter, today);
  const [total, own] = await Promise.all([context.count(ring), context.ownProfile(viewer.member)]);
  const from = (given && readCursor(given)) || firstCursor(viewer.member, today);
  const { ids, next } = await walk(context, ring, from, { total, except: viewer.member });
  const cards = await context.profiles.cards(viewer.member, ids);
  return {
    results: ids.flatMap((id) => cards.get(id) ?? []),
    numResults: total - (own && matchesFilter(own, ring) ? 1 : 0),
    nextCursor: next ? writeCursor(next) : null,
  };
}

/** Where this member's walk starts today. */
function firstCursor(member: string, today: string): SearchCursor {
  const start = createHash('sha256').update(`${member} ${today}`).digest().readUInt32BE() / 2 ** 32;
  return { start, position: start, lastId: '', wrapped: false };
}

interface Place {
  _id: string;
  shuffle: number;
}

/** The next page of ids from a cursor on, and where the page after it starts. */
async function walk(
  context: DiscoveryContext,
  ring: Ring,
  from: SearchCursor,
  { total, except }: { total: number; except: string },
): Promise<{ ids: string[]; next: SearchCursor | undefined }> {
  const found: (Place & { wrapped: boolean })[] = [];
  let { position, wrapped } = from;
  let width = Math.min(1, (SLACK * (PAGE + 1)) / Math.max(total, 1));
  while (found.length <= PAGE) {
    const end = wrapped ? from.start : 1;
    if (position >= end) {
      if (wrapped) break;
      wrapped = true;
      position = 0;
      continue;
    }
    const to = Math.min(end, position + width);
    const places = await context.places(ring, position, to);
    for (const place of places.sort(byPlace)) {
      const given = wrapped === from.wrapped && place.shuffle === from.position && place._id <= from.lastId;
      if (!given && place._id !== except) found.push({ ...place, wrapped });
    }
    position = to;
    width *= 2;
  }
  const page = found.slice(0, PAGE);
  const last = page.at(-1);
  const next = found.length > PAGE && last ? cursorAt(from.start, last) : undefined;
  return { ids: page.map((place) => place._id), next };
}

function cursorAt(start: number, last: Place & { wrapped: boolean }): SearchCursor {
  return { start, position: last.shuffle, lastId: last._id, wrapped: last.wrapped };
}

function byPlace(a: Place, b: Place): number {
  return a.shuffle - b.shuffle || (a._id < b._id ? -1 : 1);
}
