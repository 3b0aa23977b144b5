import {
  type findMatches as findMatchesCall,
  gender,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
  sexuality,
} from '@heartline/contracts';
import { mayMatch } from '@heartline/domain';
import type { ProfileRow } from '../profiles/index.ts';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';
import { scanSearchIndex } from './scan-search-index.ts';
import type { SearchIndexFilter } from './search-index.model.ts';
import { cardsFor, hiddenFrom } from './search-members.ts';

const CARDS = 12;

/**
 * The next cards of the match finder: people who match in both directions, without those liked or passed.
 * There is no daily limit.
 */
export async function findMatches(
  context: DiscoveryContext,
  searcher: Searcher,
  { cursor, everywhere, fictional }: ParsedOf<typeof findMatchesCall>,
): Promise<OutputOf<typeof findMatchesCall>> {
  const now = context.clock.now();
  const [searchIndex, own, hidden, liked, passed] = await Promise.all([
    context.searchIndexes.searchIndexOf(searcher.site),
    context.profiles.profileOf(searcher.id),
    hiddenFrom(context, searcher),
    context.likes.likedBy(searcher.id),
    context.passes.of(searcher.id, now),
  ]);
  if (!own) return { results: [], nextCursor: null };
  const known = new Set([...liked, ...passed]);
  const filter: SearchIndexFilter = {
    traits: {},
    wanted: wantedBy(own),
    ...(!everywhere && { country: own.country }),
    ...(fictional && { fictional: false }),
  };
  const isHidden = (id: string) => hidden.has(id) || known.has(id);
  const { ids, nextCursor } = scanSearchIndex(
    searchIndex,
    filter,
    { id: searcher.id, now, cursor, isHidden },
    CARDS,
  );
  const cards = await cardsFor(context, searcher, ids);
  return { results: ids.flatMap((id) => cards.get(id) ?? []), nextCursor };
}

/** Passes a card. Blocked or hidden profiles get the same answer as an unknown id (P5). */
export async function passProfile(
  context: DiscoveryContext,
  searcher: Searcher,
  profile: string,
): Promise<Result<{ ok: true }>> {
  const [row, hidden] = await Promise.all([
    context.profiles.profileOf(profile),
    hiddenFrom(context, searcher),
  ]);
  const isShown = row?.site === searcher.site && row.status === 'active' && !row.invisible;
  if (!isShown || hidden.has(profile)) return refuse('NOT_FOUND');
  await context.passes.add(searcher.id, profile, context.clock.now());
  return ok({ ok: true });
}

/** The pairs of gender and sexuality that may match a member. */
function wantedBy(own: ProfileRow): { gender: string; sexuality: string }[] {
  return gender.options.flatMap((one) =>
    sexuality.options
      .filter((other) => mayMatch(own, { gender: one, sexuality: other }))
      .map((other) => ({ gender: one, sexuality: other })),
  );
}
