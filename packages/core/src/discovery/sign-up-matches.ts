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
 * Whom a new member may meet, before the e-mail is confirmed: the one whose page began the sign-up, then people who may
 * suit, in their country or, where nobody is, anywhere. A walk begins at one place a day, so asking again shows no more.
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

/** The member a page is tied to, as a visitor may see them. */
export async function entryMember(
  context: DiscoveryContext,
  site: string,
  id: string,
): Promise<Result<{ profile: ProfileCard }>> {
  const profile = (await context.profiles.visitorCards(site, [id])).get(id);
  return profile ? ok({ profile }) : refuse('NOT_FOUND');
}
