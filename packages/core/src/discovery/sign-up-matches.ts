import {
  type getEntryMember,
  type getSignUpMatches,
  type OutputOf,
  ok,
  type ProfileCard,
  type Result,
  refuse,
} from '@heartline/contracts';
import { toSearchFilter } from '@heartline/domain';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';
import { dealMatches } from './find-matches.ts';
import { searchOfProfile } from './remembered-search.ts';
import { cardsFor } from './search-members.ts';

const SHOWN = 6;

/**
 * People a new member may see before the e-mail is confirmed, the one whose page led to the sign-up first.
 * The others suit them, near their age and in their country, or in the next wider search that has any. Asking
 * again the same day shows no more people.
 */
export async function signUpMatches(
  context: DiscoveryContext,
  searcher: Searcher,
): Promise<OutputOf<typeof getSignUpMatches>> {
  const account = await context.accounts.accountOf(searcher.id);
  const entry = account?.entry ? [account.entry] : [];
  const [found, first] = await Promise.all([nearest(context, searcher), cardsFor(context, searcher, entry)]);
  const others = found.filter((card) => !first.has(card.id));
  return { results: [...first.values(), ...others].slice(0, SHOWN) };
}

/** People of the search a member starts with, widened until it has somebody. */
async function nearest(context: DiscoveryContext, searcher: Searcher): Promise<ProfileCard[]> {
  const start = toSearchFilter(await searchOfProfile(context, searcher));
  const inCountry = { ...start, countryregion: undefined, fictional: 'no' as const };
  const { results, end } = await dealMatches(context, searcher, inCountry);
  const wider = results.length === 0 ? end?.wider : null;
  return wider ? (await dealMatches(context, searcher, toSearchFilter(wider.search))).results : results;
}

/** The member a page belongs to, as a visitor may see them. */
export async function entryMember(
  context: DiscoveryContext,
  site: string,
  id: string,
): Promise<Result<OutputOf<typeof getEntryMember>>> {
  const [cards, whole] = await Promise.all([
    context.profiles.visitorCards(site, [id]),
    context.profiles.visitorProfile(site, id),
  ]);
  const profile = cards.get(id);
  if (!profile || !whole.ok) return refuse('NOT_FOUND');
  return ok({ profile, about: whole.value.about, language: whole.value.language });
}
