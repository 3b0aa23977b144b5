import { getOperatorMessages, type Message } from '@heartline/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../client/api.ts';
import { onQueueChange } from './desk-live.ts';

interface History {
  messages: readonly Message[];
  hasOlder: boolean;
  isLoading: boolean;
  isFailed: boolean;
}

const EMPTY: History = { messages: [], hasOlder: false, isLoading: true, isFailed: false };

function merge(known: readonly Message[], more: readonly Message[]): Message[] {
  const bySeq = new Map([...known, ...more].map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** The rows of one conversation: the newest page, older ones on demand, newer ones as they come. */
export function useHistory(conversation: string) {
  const [history, setHistory] = useState<History>(EMPTY);
  const shown = useRef(conversation);
  shown.current = conversation;

  const add = useCallback(
    (more: readonly Message[], hasOlder?: boolean) =>
      setHistory((now) => ({
        messages: merge(now.messages, more),
        hasOlder: hasOlder ?? now.hasOlder,
        isLoading: false,
        isFailed: false,
      })),
    [],
  );

  const load = useCallback(
    async (page: { before?: number }) => {
      setHistory((now) => ({ ...now, isLoading: true, isFailed: false }));
      try {
        const { messages, hasOlder } = await call(getOperatorMessages, { conversation, ...page });
        if (shown.current === conversation) add(messages, hasOlder);
      } catch {
        setHistory((now) => ({ ...now, isLoading: false, isFailed: true }));
      }
    },
    [conversation, add],
  );

  const last = useRef(0);
  last.current = history.messages.at(-1)?.seq ?? 0;

  useEffect(() => {
    setHistory(EMPTY);
    void load({});
    return onQueueChange((change) => {
      if (change.conversation !== conversation || change.lastSeq <= last.current) return;
      call(getOperatorMessages, { conversation, after: last.current }).then(
        ({ messages }) => shown.current === conversation && add(messages),
        () => undefined,
      );
    });
  }, [conversation, load, add]);

  const first = history.messages[0]?.seq;
  return {
    ...history,
    add,
    reload: () => void load({}),
    loadOlder: () => void (first === undefined ? undefined : load({ before: first })),
  };
}
