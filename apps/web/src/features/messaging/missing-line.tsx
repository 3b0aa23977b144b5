import { classNames, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { hashKey, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isOnlyKept, onKept } from '../../client/kept/answer-or-kept.ts';
import { queryClient } from '../../client/query.ts';
import { useMember } from '../../client/session.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { useChats } from './chats.ts';
import { LineBelow } from './line-below.tsx';
import { NotLoaded } from './load-around.tsx';
import { messagesQuery } from './messages-query.ts';

interface MissingLineProps {
  conversation: string;
  query: Pick<UseQueryResult<Messages>, 'data' | 'isFetching' | 'isRefetchError'>;
  /** A part further up is shown, whose end is another. */
  isPart: boolean;
}

/** Events bring what they tell of before this. */
const EVENTS_MS = 1_000;
/** So long rows are on their way without a word: on a quick line nothing flickers. */
const QUIET_MS = 700;

/** What keys go on in once the button is gone. */
const LIST = {
  get current() {
    return document.getElementById('messages');
  },
};

/**
 * Below the newest row, where the list knows of one that this conversation lacks, such as one that came between two
 * answers, or since what this device kept: it is fetched, a line in its place says that it comes, and, where it does not,
 * that and the way to ask again.
 */
export function MissingLine({ conversation, query, isPart }: MissingLineProps) {
  const { t } = useLingui();
  const { state, isOwn, isAgain, again } = useMissing(conversation, query);
  const shown = isPart ? undefined : state;
  return (
    <>
      <LineBelow isOpen={shown !== undefined} newest={query.data?.lastSeq} isFree={shown === 'failed'}>
        {shown === 'failed' ? (
          <NotLoaded again={again} scroller={LIST} className="flex flex-wrap justify-center py-1">
            <Trans>Could not load newer messages</Trans>
          </NotLoaded>
        ) : (
          <div className="animate-fade">
            <Skeleton className={classNames('h-9 w-52 rounded-card', isOwn && 'ml-auto')} />
          </div>
        )}
      </LineBelow>
      {/* Not once more for who asked for it. */}
      <p role="status" className="sr-only">
        {shown === 'coming' && !isAgain && t`Loading newer messages`}
      </p>
    </>
  );
}

/** What there is to say of rows that are missing, whether the newest is the member's own, and the way to ask again. */
function useMissing(conversation: string, { data, isFetching, isRefetchError }: MissingLineProps['query']) {
  const me = useMember();
  const chat = useChats()?.find((one) => one.conversation.id === conversation);
  const isMissing = chat !== undefined && data !== undefined && chat.lastSeq > data.lastSeq;
  useFetched(conversation, isMissing);
  const isAwaited = useIsAwaited(conversation, isMissing, isFetching);
  const [isAgain, setAgain] = useState(false);
  const again = () => {
    setAgain(true);
    void fetchMissing(conversation).finally(() => setAgain(false));
  };
  const isFailed = isMissing && isRefetchError && !isAgain;
  const isComing = isAwaited || (isMissing && isAgain);
  const state = isFailed ? ('failed' as const) : isComing ? ('coming' as const) : undefined;
  return { state, isOwn: chat?.previewSender === me.id, isAgain, again };
}

function fetchMissing(conversation: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: messagesQuery(conversation).queryKey });
}

/** Has what is missing fetched, unless it comes by itself. */
function useFetched(conversation: string, isMissing: boolean): void {
  useEffect(() => {
    if (!isMissing) return;
    const timer = setTimeout(() => void fetchMissing(conversation), EVENTS_MS);
    return () => clearTimeout(timer);
  }, [isMissing, conversation]);
}

/** Whether what is missing has been waited for long enough to say so: at once, where what is kept stands in for an answer. */
function useIsAwaited(conversation: string, isMissing: boolean, isFetching: boolean): boolean {
  const hash = hashKey(messagesQuery(conversation).queryKey);
  const isKept = useSyncExternalStore(onKept, () => isOnlyKept(hash));
  const [isLate, setLate] = useState(false);
  const isOnItsWay = isMissing && isFetching;
  useEffect(() => {
    if (!isOnItsWay) return;
    const timer = setTimeout(() => setLate(true), QUIET_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOnItsWay]);
  return isMissing && (isKept || (isOnItsWay && isLate));
}
