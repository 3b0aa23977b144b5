import type { SearchFilter } from '@heartline/contracts';
import {
  type findMatches as findMatchesCall,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import { withoutUnfit } from '@heartline/domain';
import { checkFields } from './check-fields.ts';
import { type Deal, dealCards } from './deal-cards.ts';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';
import { hiddenFrom } from './prepare-search.ts';

const CARDS = 12;

/**
 * The next cards of the match finder: people who match in both directions, without those liked or passed.
 * There is no daily limit. Without a place it looks in the member's own country, and it ignores a gender that nobody
 * who matches has.
 */
export async function findMatches(
  context: DiscoveryContext,
  searcher: Searcher,
  { cursor, everywhere, ...filter }: ParsedOf<typeof findMatchesCall>,
): Promise<Result<OutputOf<typeof findMatchesCall>>> {
  const allowed = await checkFields(context, searcher, filter);
  if (!allowed.ok) return allowed;
  const own = await context.profiles.profileOf(searcher.id);
  const place = everywhere
    ? { country: undefined, countryregion: undefined, neighbours: undefined }
    : { country: filter.country ?? own?.country };
  return ok(await dealMatches(context, searcher, { ...withoutUnfit(own, filter), ...place }, cursor));
}

/** Cards of people whom the member neither liked nor passed yet. */
export async function dealMatches(
  context: DiscoveryContext,
  searcher: Searcher,
  filter: SearchFilter,
  cursor?: string,
): Promise<Deal> {
  const [liked, passed] = await Promise.all([
    context.likes.likedBy(searcher.id),
    context.passes.of(searcher.id, context.clock.now()),
  ]);
  return dealCards(context, searcher, { filter, known: [...liked, ...passed], cursor }, CARDS);
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
