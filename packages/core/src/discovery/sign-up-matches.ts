import {
  type getSignUpMatches,
  type OutputOf,
  ok,
  type ProfileCard,
  type Result,
  refuse,
} from '@heartline/contracts';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';
import { findMatches } from './find-matches.ts';
import { cardsFor } from './search-members.ts';

const SHOWN = 6;

/**
 * People a new member may see before the e-mail is confirmed. First the one whose page led to the sign-up,
 * then suitable people in their country, or anywhere if there are none. A scan starts at one position per
 * day, so asking again shows no more people.
 */
export async function signUpMatches(
  context: DiscoveryContext,
  searcher: Searcher,
): Promise<OutputOf<typeof getSignUpMatches>> {
  const account = await context.accounts.accountOf(searcher.id);
  const entry = account?.entry ? [account.entry] : [];
  const [near, first] = await Promise.all([
    findMatches(context, searcher, { fictional: 'no' }),
    cardsFor(context, searcher, entry),
  ]);
  const found =
    near.results.length > 0
      ? near
      : await findMatches(context, searcher, { fictional: 'no', everywhere: '1' });
  const others = found.results.filter((card) => !first.has(card.id));
  return { results: [...first.values(), ...others].slice(0, SHOWN) };
}

/** The member a page belongs to, as a visitor may see them. */
export async function entryMember(
  context: DiscoveryContext,
  site: string,
  id: string,
): Promise<Result<{ profile: ProfileCard }>> {
  const profile = (await context.profiles.visitorCards(site, [id])).get(id);
  return profile ? ok({ profile }) : refuse('NOT_FOUND');
}
