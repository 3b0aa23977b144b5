import {
  getOperator,
  getOperatorConversation,
  getOperatorGifts,
  getOperatorQueue,
  getOperatorReports,
} from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call, isSignedOut } from '../../../client/api.ts';

/** Polling interval of the queue in ms, for changes while the connection was lost. */
const LOOK_AGAIN_MS = 30_000;

const OPERATOR = ['operator'] as const;

/** The signed-in operator, or null. */
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

/** Conversations that wait for an answer, oldest first. */
export const queueQuery = queryOptions({
  queryKey: ['operator-queue'],
  queryFn: ({ signal }) => call(getOperatorQueue, {}, { signal }),
  staleTime: 0,
  refetchInterval: LOOK_AGAIN_MS,
});

/** Reports of the site's fictional profiles, newest first. */
export const reportsQuery = queryOptions({
  queryKey: ['operator-reports'],
  queryFn: ({ signal }) => call(getOperatorReports, {}, { signal }),
  staleTime: 0,
});

/** Names of the gifts of the site in the page's language. */
export const inboxGiftsQuery = (locale: string) =>
  queryOptions({
    queryKey: ['operator-gifts', locale],
    queryFn: async ({ signal }) => (await call(getOperatorGifts, {}, { signal })).gifts,
    staleTime: 60_000,
  });

export const ABOUT = 'operator-about';

/** Both members of a conversation, and the notes of colleagues. */
export const aboutQuery = (conversation: string) =>
  queryOptions({
    queryKey: [ABOUT, conversation],
    queryFn: ({ signal }) => call(getOperatorConversation, { conversation }, { signal }),
    staleTime: 0,
  });
