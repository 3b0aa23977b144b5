import { classNames, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { hashKey, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isOnlyPersisted, onPersistedChange } from '../../client/persisted-cache/answer-or-persisted.ts';
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
  /** A part is shown, whose end is not the newest message. */
  isPart: boolean;
}

/** Time for an event to bring the missing rows before they are fetched. */
const EVENTS_MS = 1_000;
/** Time in ms before loading is announced, so that nothing flickers on a fast connection. */
const QUIET_MS = 700;

/** Gets the focus when the button disappears. */
const LIST = {
  get current() {
    return document.getElementById('messages');
  },
};

/**
 * Shown below the newest row when the list knows a newer message than this conversation holds. It fetches the missing
 * rows, says that they load, and offers a retry if that fails.
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
            <Trans>Couldn’t load newer messages</Trans>
          </NotLoaded>
        ) : (
          <div className="animate-fade">
            <Skeleton className={classNames('h-9 w-52 rounded-card', isOwn && 'ml-auto')} />
          </div>
        )}
      </LineBelow>
      {/* Not announced again after the member pressed retry. */}
      <p role="status" className="sr-only">
        {shown === 'coming' && !isAgain && t`Loading newer messages`}
      </p>
    </>
  );
}

/** State of the missing rows, whether the newest is an own one, and a function to retry. */
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

/** Fetches the missing rows unless an event brings them first. */
function useFetched(conversation: string, isMissing: boolean): void {
  useEffect(() => {
    if (!isMissing) return;
    const timer = setTimeout(() => void fetchMissing(conversation), EVENTS_MS);
    return () => clearTimeout(timer);
  }, [isMissing, conversation]);
}

/** True once loading took long enough to show it, or at once while cached messages stand in for an answer. */
function useIsAwaited(conversation: string, isMissing: boolean, isFetching: boolean): boolean {
  const hash = hashKey(messagesQuery(conversation).queryKey);
  const isPersisted = useSyncExternalStore(onPersistedChange, () => isOnlyPersisted(hash));
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
  return isMissing && (isPersisted || (isOnItsWay && isLate));
}
