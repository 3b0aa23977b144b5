import {
  type OutputOf,
  ok,
  type Result,
  refuse,
  type relatedMembers as relatedMembersCall,
} from '@heartline/contracts';
import { ageOn, agesAbout, dayOf, type SearchFilter, sharedInterests } from '@heartline/domain';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';
import { ringFilter } from './profile-filter.ts';
import { cardsFor, hiddenFrom } from './search-members.ts';
import { walkRing } from './walk-ring.ts';

const SHOWN = 8;
/** How many are looked at to find those who share most interests. */
const CONSIDERED = 32;

/** People like the one looked at: same gender and country, about the same age, their region and interests first. */
export async function relatedMembers(
  context: DiscoveryContext,
  searcher: Searcher,
  profile: string,
): Promise<Result<OutputOf<typeof relatedMembersCall>>> {
  const now = context.clock.now();
  const today = dayOf(now);
  const [row, hidden, ring, { settings }] = await Promise.all([
    context.profiles.profileOf(profile),
    hiddenFrom(context, searcher),
    context.rings.ringOf(searcher.site),
    context.site.settingsOf(searcher.site),
  ]);
  if (row?.listed !== searcher.site || (profile !== searcher.id && hidden.has(profile)))
    return refuse('NOT_FOUND');
  const about: SearchFilter = {
    gender: row.gender,
    country: row.country,
    ...agesAbout(ageOn(row.dateOfBirth, today), settings.min_age),
    ...(!row.fictional && { fictional: 'no' }),
  };
  const walker = {
    id: `${searcher.id} ${profile}`,
    now,
    cursor: undefined,
    isHidden: (id: string) => id === profile || hidden.has(id),
  };
  const near = walkRing(
    ring,
    ringFilter({ ...about, countryregion: row.region }, today),
    walker,
    CONSIDERED,
  ).ids;
  const far = walkRing(ring, ringFilter(about, today), walker, CONSIDERED).ids;
  const ids = [...(await byInterests(context, row.interests, near)), ...far];
  const chosen = [...new Set(ids)].slice(0, SHOWN);
  const cards = await cardsFor(context, searcher, chosen);
  return ok({ results: chosen.flatMap((id) => cards.get(id) ?? []) });
}

/** Those who share most interests first; equals stay as they stood. */
async function byInterests(
  context: DiscoveryContext,
  interests: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  const shared = await Promise.all(
    ids.map(async (id) => ({
      id,
      count: sharedInterests((await context.profiles.profileOf(id))?.interests ?? [], interests).length,
    })),
  );
  return shared.sort((a, b) => b.count - a.count).map(({ id }) => id);
}
