import { getOperatorMessages, type Message, type OutputOf } from '@heartline/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../client/api.ts';
import { onQueueChange } from './desk-live.ts';

interface History {
  messages: readonly Message[];
  hasOlder: boolean;
  isLoading: boolean;
  isFailed: boolean;
  /** Blurred pictures of the member’s photos, by photo. */
  covered: ReadonlyMap<string, string>;
}

type Page = Pick<OutputOf<typeof getOperatorMessages>, 'messages'> &
  Partial<OutputOf<typeof getOperatorMessages>>;

const EMPTY: History = {
  messages: [],
  hasOlder: false,
  isLoading: true,
  isFailed: false,
  covered: new Map(),
};

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
    ({ messages, covered = [] }: Page, hasOlder?: boolean) =>
      setHistory((now) => ({
        messages: merge(now.messages, messages),
        hasOlder: hasOlder ?? now.hasOlder,
        isLoading: false,
        isFailed: false,
        covered: new Map([...now.covered, ...covered.map((one) => [one.photo, one.filename] as const)]),
      })),
    [],
  );

  const load = useCallback(
    async (page: { before?: number }) => {
      setHistory((now) => ({ ...now, isLoading: true, isFailed: false }));
      try {
        const answer = await call(getOperatorMessages, { conversation, ...page });
        if (shown.current === conversation) add(answer, answer.hasOlder);
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
        (answer) => shown.current === conversation && add(answer),
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
