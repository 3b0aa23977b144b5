import type { findMatches, InputOf } from '@heartline/contracts';
import { searchFieldsOf } from '@heartline/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettings } from '../../client/session.ts';
import { type MemberSearch, toRemembered } from './member-search.ts';
import { rememberSearch, startSearchQuery } from './start-search.ts';

/** The fields of a search that a deck has too. */
const DECK_FIELDS = [
  'gender',
  'country',
  'countryregion',
  'neighbours',
  'min_age',
  'max_age',
  'fictional',
] as const;

export type DeckSearch = Pick<MemberSearch, (typeof DECK_FIELDS)[number]>;

const PLACE_FIELDS = new Set(['country', 'countryregion', 'neighbours']);

const fieldsOf = (search: object, isWanted: (field: string) => boolean): object =>
  Object.fromEntries(
    Object.entries(search).filter(([field, value]) => value !== undefined && isWanted(field)),
  );
const isOfDeck = (field: string) => (DECK_FIELDS as readonly string[]).includes(field);
const isOfPlace = (field: string) => PLACE_FIELDS.has(field);

/** The fields of a search that a deck uses. */
export const deckSearchOf = (search: MemberSearch): DeckSearch => fieldsOf(search, isOfDeck);

/** The search with the fields of a deck replaced; the others stay. */
export const withDeckSearch = (search: MemberSearch, deck: DeckSearch): MemberSearch => ({
  ...fieldsOf(search, (field) => !isOfDeck(field)),
  ...deck,
});

/** The search with the place of another one. */
export const withPlace = (search: DeckSearch, place: DeckSearch): DeckSearch => ({
  ...fieldsOf(search, (field) => !isOfPlace(field)),
  ...fieldsOf(place, isOfPlace),
});

/** The same as the query of a deck. */
export function toDeckQuery(search: DeckSearch): Omit<InputOf<typeof findMatches>, 'everywhere' | 'cursor'> {
  const { fictional, ...rest } = toRemembered(search);
  return { ...rest, ...(fictional === 'no' && { fictional }) };
}

/**
 * The filters of the match finder: those that the server remembers for the search of this member. A change is
 * remembered for both. A wider deck is for this visit only.
 */
export function useFinderSearch() {
  const start = useQuery(startSearchQuery);
  const [visit, setVisit] = useState<DeckSearch>();
  const hasPlaces = searchFieldsOf(useSettings()).includes('country');
  // Another device may have changed a search that is older than a minute: its answer is awaited, once. Later ones, as
  // after a reconnect, must not take the deck away.
  const [isAnswered, setAnswered] = useState(false);
  const isOld = !isAnswered && start.isFetching && start.isStale;
  const known = isOld ? undefined : start.data;
  if (known && !isAnswered) setAnswered(true);
  const search = visit ?? (known && deckSearchOf(known.search));
  return {
    search,
    failure: search ? null : start.error,
    retry: start.refetch,
    /** The query; without a country the whole world, unless the site offers no choice of places. */
    query: search && {
      ...toDeckQuery(search),
      ...(hasPlaces && !search.country && { everywhere: '1' as const }),
    },
    change(next: DeckSearch) {
      setVisit(next);
      if (known) void rememberSearch(withDeckSearch(known.search, next));
    },
    widen: (next: MemberSearch) => setVisit(deckSearchOf(next)),
  };
}
