import type { SearchFilter } from '@heartline/contracts';
import {
  type OutputOf,
  ok,
  type Result,
  refuse,
  type relatedMembers as relatedMembersCall,
} from '@heartline/contracts';
import { agesAbout, sharedInterests, shownAge } from '@heartline/domain';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';
import { prepareSearch } from './prepare-search.ts';
import { scanSearchIndex } from './scan-search-index.ts';
import { cardsFor } from './search-members.ts';

const SHOWN = 8;
/** Candidates from which those with most shared interests are chosen. */
const CONSIDERED = 32;

/** Members like the one shown: same gender and country, similar age, with region and interests first. */
export async function relatedMembers(
  context: DiscoveryContext,
  searcher: Searcher,
  profile: string,
): Promise<Result<OutputOf<typeof relatedMembersCall>>> {
  const now = context.clock.now();
  const [row, search] = await Promise.all([
    context.profiles.profileOf(profile),
    prepareSearch(context, searcher, {}),
  ]);
  const { hidden, youngest } = search;
  if (row?.listed !== searcher.site || (profile !== searcher.id && hidden.has(profile)))
    return refuse('NOT_FOUND');
  const about: SearchFilter = {
    gender: row.gender,
    country: row.country,
    ...agesAbout(shownAge(row.dateOfBirth, now, youngest), youngest),
    ...(!row.fictional && { fictional: 'no' }),
  };
  const scanner = {
    id: `${searcher.id} ${profile}`,
    now,
    cursor: undefined,
    isHidden: (id: string) => id === profile || hidden.has(id),
  };
  const found = (filter: SearchFilter) => {
    const { searchIndex, filter: asked } = search.with(filter);
    return scanSearchIndex(searchIndex, asked, scanner, CONSIDERED).ids;
  };
  const near = found({ ...about, countryregion: row.region });
  const far = found(about);
  const ids = [...(await byInterests(context, row.interests, near)), ...far];
  const chosen = [...new Set(ids)].slice(0, SHOWN);
  const cards = await cardsFor(context, searcher, chosen);
  return ok({ results: chosen.flatMap((id) => cards.get(id) ?? []) });
}

/** Most shared interests first; ties keep their order. */
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
