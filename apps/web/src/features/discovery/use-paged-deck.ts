import type { ProfileCard } from '@heartline/contracts';
import { hashKey, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queryClient } from '../../client/query.ts';
import { useDeck } from './use-deck.ts';

/** When this few cards are left, the next are fetched. */
const FEW = 4;

/** Addresses of pictures hold for half an hour at least: cards dealt longer ago than this are not looked at any more. */
const LOOKED_AT_MS = 25 * 60_000;

interface CardPage {
  results: ProfileCard[];
  nextCursor: string | null;
}

/**
 * A deck that fetches its next page while the last cards are still being looked at. What is left of it when it has lain for
 * too long is dropped and dealt anew, as soon as the next card is wanted or somebody comes back to the page. The last pass
 * can be taken back all the same.
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
    // The server leaves out who was decided on: asked anew at each visit, and in between only when the deck is old.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const hash = hashKey(queryKey);
  const [passed, setPassed] = useState<{ hash: string; card: ProfileCard }>();
  // First, so that it comes back on top; of another question's cards it has no place here.
  const spared = passed?.hash === hash ? [passed.card] : [];
  const deck = useDeck([...spared, ...(cards.data?.pages.flatMap((page) => page.results) ?? [])]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = cards;
  const isLow = deck.left.length < FEW;
  useEffect(() => {
    if (isLow && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isLow, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const topId = deck.left[0]?.id;
  const renew = useEffectEvent(() => {
    const page = cards.data?.pages.find(({ results }) => results.some(({ id }) => id === topId));
    // Backwards too: a clock that was set says nothing of the age.
    const isOld = page !== undefined && Math.abs(Date.now() - page.dealtAt) > LOOKED_AT_MS;
    if (!isOld || document.visibilityState !== 'visible') return;
    // Who was passed is not dealt again.
    if (deck.canUndo && deck.last) setPassed({ hash, card: deck.last.profile });
    void queryClient.resetQueries({ queryKey });
  });
  const seen = useRef(new Set<string>());
  useEffect(() => {
    // A card that comes to the top was not seen yet, but where it comes back; the one before it was, with its picture.
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
    /** Why there is no next card, and the way to ask for it again. */
    failure: isEmpty ? cards.error : null,
    retry: () => (cards.data ? fetchNextPage() : cards.refetch()),
  };
}
