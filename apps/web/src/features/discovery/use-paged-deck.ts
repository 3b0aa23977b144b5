import type { DeckEnd, ProfileCard } from '@heartline/contracts';
import { hashKey, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queryClient } from '../../client/query.ts';
import { useDeck } from './use-deck.ts';

/** The next page is loaded when this few cards are left. */
const FEW = 4;

/** Addresses of pictures hold for half an hour at least. Cards dealt longer ago than this are not shown any more. */
const LOOKED_AT_MS = 25 * 60_000;

interface CardPage {
  results: ProfileCard[];
  nextCursor: string | null;
  end: DeckEnd;
}

/**
 * A deck that loads its next page while the last cards are shown. Cards that are too old are dropped and dealt again,
 * when the next card is needed or the member returns to the page. The last decision can still be undone.
 */
export function usePagedDeck<P extends CardPage>(
  queryKey: QueryKey,
  fetchPage: (cursor: { cursor?: string }, options: { signal: AbortSignal }) => Promise<P>,
) {
  const cards = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const dealtAt = Date.now();
      return { ...(await fetchPage(pageParam ? { cursor: pageParam } : {}, { signal })), dealtAt };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // The server leaves out decided profiles. Refetched at each visit, and in between only when the deck is old.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const hash = hashKey(queryKey);
  const [decided, setDecided] = useState<{ hash: string; card: ProfileCard }>();
  // First, so that it returns to the top. A card of another query does not belong here.
  const spared = decided?.hash === hash ? [decided.card] : [];
  const deck = useDeck([...spared, ...(cards.data?.pages.flatMap((page) => page.results) ?? [])]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = cards;
  const isLow = deck.left.length < FEW;
  useEffect(() => {
    if (isLow && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isLow, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const topId = deck.left[0]?.id;
  const renew = useEffectEvent(() => {
    const page = cards.data?.pages.find(({ results }) => results.some(({ id }) => id === topId));
    // Backwards too: after a change of the clock the age is not known.
    const isOld = page !== undefined && Math.abs(Date.now() - page.dealtAt) > LOOKED_AT_MS;
    if (!isOld || document.visibilityState !== 'visible') return;
    // A decided member is not dealt again.
    if (deck.canUndo && deck.last) setDecided({ hash, card: deck.last.profile });
    void queryClient.resetQueries({ queryKey });
  });
  const seen = useRef(new Set<string>());
  useEffect(() => {
    // A new top card was not seen yet, unless it was taken back. The card before it was, with its picture.
    if (topId !== undefined && !seen.current.has(topId)) renew();
    if (topId !== undefined) seen.current.add(topId);
    const back = () => renew();
    document.addEventListener('visibilitychange', back);
    return () => document.removeEventListener('visibilitychange', back);
  }, [topId]);
  const isEmpty = deck.left.length === 0;
  return {
    cards,
    deck,
    isPending: isEmpty && (cards.isPending || isFetchingNextPage),
    isOver: isEmpty && !hasNextPage,
    /** Why there is no next card; known with the last page. */
    end: cards.data?.pages.at(-1)?.end,
    /** The error when there is no next card, and the retry. */
    failure: isEmpty ? cards.error : null,
    retry: () => (cards.data ? fetchNextPage() : cards.refetch()),
  };
}
