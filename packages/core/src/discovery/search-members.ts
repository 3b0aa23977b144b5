import {
  type OutputOf,
  ok,
  type ProfileCard,
  type Result,
  type SearchPage,
  type SearchQuery,
  type searchAsVisitor as searchAsVisitorCall,
} from '@heartline/contracts';
import { dayOf, type SearchFilter, widerSearch } from '@heartline/domain';
import { checkFields } from './check-fields.ts';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';
import { ringFilter } from './profile-filter.ts';
import type { RingFilter } from './ring.model.ts';
import type { Ring } from './ring.ts';
import { type Stretch, walkRing } from './walk-ring.ts';

/** A page of members who fit, four steps: choose ids, load, apply rules, present. */
export async function searchMembers(
  context: DiscoveryContext,
  searcher: Searcher,
  query: SearchQuery,
): Promise<Result<SearchPage>> {
  const { cursor, ...filter } = query;
  const allowed = await checkFields(context, searcher, filter);
  if (!allowed.ok) return allowed;
  const search = await prepare(context, searcher, filter);
  const chosen = walkRing(search.ring, search.filter, { ...search.walker, cursor });
  return ok(await present(context, searcher, chosen, totalOf(search)));
}

/** How many members fit. */
export async function countMembers(
  context: DiscoveryContext,
  searcher: Searcher,
  filter: SearchFilter,
): Promise<Result<{ numResults: number }>> {
  const allowed = await checkFields(context, searcher, filter);
  if (!allowed.ok) return allowed;
  return ok({ numResults: totalOf(await prepare(context, searcher, filter)) });
}

/** A page of members who do not fit, but nearly do. */
export async function similarMembers(
  context: DiscoveryContext,
  searcher: Searcher,
  query: SearchQuery,
): Promise<Result<SearchPage>> {
  const { cursor, ...filter } = query;
  const allowed = await checkFields(context, searcher, filter);
  if (!allowed.ok) return allowed;
  const { settings } = await context.site.settingsOf(searcher.site);
  const wider = widerSearch(filter, settings.min_age);
  if (!wider) return ok({ pageNumber: 1, results: [], numResults: 0, nextCursor: null });
  const exact = await prepare(context, searcher, filter);
  const near = await prepare(context, searcher, wider);
  const isHidden = (id: string) => near.walker.isHidden(id) || exact.ring.has(exact.filter, id);
  const chosen = walkRing(near.ring, near.filter, { ...near.walker, cursor, isHidden });
  // Whoever fits the search fits the wider one as well.
  return ok(await present(context, searcher, chosen, totalOf(near) - totalOf(exact)));
}

/** A page for a visitor, as far as `search` allows one. */
export async function searchAsVisitor(
  context: DiscoveryContext,
  searcher: Searcher,
  query: SearchQuery,
  search: 'basic' | 'full',
): Promise<Result<OutputOf<typeof searchAsVisitorCall>>> {
  const page = await searchMembers(context, searcher, query);
  return page.ok ? ok({ ...page.value, search }) : page;
}

interface Search {
  ring: Ring;
  filter: RingFilter;
  hidden: ReadonlySet<string>;
  walker: { id: string; now: number; cursor: undefined; isHidden(id: string): boolean };
}

/** Step 1, choose: the ring, what to ask of it, and who is hidden from the one who searches. */
async function prepare(context: DiscoveryContext, searcher: Searcher, filter: SearchFilter): Promise<Search> {
  const now = context.clock.now();
  const [ring, hidden, { settings }] = await Promise.all([
    context.rings.ringOf(searcher.site),
    hiddenFrom(context, searcher),
    context.site.settingsOf(searcher.site),
  ]);
  return {
    ring,
    filter: ringFilter(filter, dayOf(now), settings.min_age),
    hidden,
    walker: { id: searcher.id, now, cursor: undefined, isHidden: (id) => hidden.has(id) },
  };
}

/** Whom this search must treat as absent, in pages and totals alike: oneself, and blocks of either side. */
export async function hiddenFrom(
  context: Pick<DiscoveryContext, 'safety'>,
  { id, member }: Searcher,
): Promise<ReadonlySet<string>> {
  return member ? new Set([id, ...(await context.safety.hiddenFor(id))]) : new Set();
}

/** How many fit, without those who are hidden. */
function totalOf({ ring, filter, hidden }: Search): number {
  let total = ring.count(filter);
  for (const id of hidden) if (ring.has(filter, id)) total -= 1;
  return total;
}

/** Steps 2 to 4: load the profiles, leave out who is gone by now, and show them as this searcher may see them. */
async function present(
  context: DiscoveryContext,
  searcher: Searcher,
  chosen: Stretch,
  numResults: number,
): Promise<SearchPage> {
  const { ids, pageNumber, nextCursor } = chosen;
  const cards = await cardsFor(context, searcher, ids);
  return { pageNumber, results: ids.flatMap((id) => cards.get(id) ?? []), numResults, nextCursor };
}

/** Cards of those among `ids` who may still be found, for a member or a visitor. */
export async function cardsFor(
  context: DiscoveryContext,
  { id, member, site }: Searcher,
  ids: readonly string[],
): Promise<Map<string, ProfileCard>> {
  const rows = await Promise.all(ids.map((one) => context.profiles.profileOf(one)));
  const listed = ids.filter((_, n) => rows[n]?.listed === site);
  return member ? context.profiles.cards(id, listed) : context.profiles.visitorCards(site, listed);
}
