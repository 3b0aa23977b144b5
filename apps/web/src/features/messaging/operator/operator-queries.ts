import {
  getOperator,
  getOperatorConversation,
  getOperatorGifts,
  getOperatorQueue,
} from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call, isSignedOut } from '../../../client/api.ts';

/** How often the queue is asked for again though nothing was heard: what happened while the line was away. */
const LOOK_AGAIN_MS = 30_000;

const OPERATOR = ['operator'] as const;

/** The operator who is signed in, or null. */
export const operatorQuery = queryOptions({
  queryKey: OPERATOR,
  queryFn: async ({ signal }) => {
    try {
      return (await call(getOperator, {}, { signal })).operator;
    } catch (error) {
      if (isSignedOut(error)) return null;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** What waits for an answer, the oldest first. */
export const queueQuery = queryOptions({
  queryKey: ['operator-queue'],
  queryFn: ({ signal }) => call(getOperatorQueue, {}, { signal }),
  staleTime: 0,
  refetchInterval: LOOK_AGAIN_MS,
});

/** What the gifts of the site are called, in the language of the page. */
export const deskGiftsQuery = (locale: string) =>
  queryOptions({
    queryKey: ['operator-gifts', locale],
    queryFn: async ({ signal }) => (await call(getOperatorGifts, {}, { signal })).gifts,
    staleTime: 60_000,
  });

export const ABOUT = 'operator-about';

/** Who the two of a conversation are, and what colleagues noted. */
export const aboutQuery = (conversation: string) =>
  queryOptions({
    queryKey: [ABOUT, conversation],
    queryFn: ({ signal }) => call(getOperatorConversation, { conversation }, { signal }),
    staleTime: 0,
  });
