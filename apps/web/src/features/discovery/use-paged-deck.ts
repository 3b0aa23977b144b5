import type { ProfileCard } from '@heartline/contracts';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDeck } from './use-deck.ts';

/** When this few cards are left, the next are fetched. */
const FEW = 4;

interface CardPage {
  results: ProfileCard[];
  nextCursor: string | null;
}

/** A deck that fetches its next page while the last cards are still being looked at. */
export function usePagedDeck<P extends CardPage>(
  queryKey: QueryKey,
  fetchPage: (cursor: { cursor?: string }, options: { signal: AbortSignal }) => Promise<P>,
) {
  const cards = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // The server leaves out who was decided on: asked anew at each visit, never in between.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const deck = useDeck(cards.data?.pages.flatMap((page) => page.results) ?? []);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = cards;
  const isLow = deck.left.length < FEW;
  useEffect(() => {
    if (isLow && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isLow, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const isEmpty = deck.left.length === 0;
  return {
    cards,
    deck,
    isPending: isEmpty && (cards.isPending || isFetchingNextPage),
    isOver: isEmpty && !hasNextPage,
    /** Why there is no next card, and the way to ask for it again. */
    failure: isEmpty ? cards.error : null,
    retry: () => (cards.data ? fetchNextPage() : cards.refetch()),
  };
}
