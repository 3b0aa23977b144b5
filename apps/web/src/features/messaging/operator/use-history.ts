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
  /** How many messages were taken back, as far as is shown here: an answer is written under this number. */
  takenBack: number | undefined;
}

type Answer = OutputOf<typeof getOperatorMessages>;
type Page = Pick<Answer, 'messages'> & Partial<Answer>;

const EMPTY: History = {
  messages: [],
  hasOlder: false,
  isLoading: true,
  isFailed: false,
  covered: new Map(),
  takenBack: undefined,
};

/** Answers may come late: what is known to be gone stays so. */
function merge(known: readonly Message[], more: readonly Message[]): Message[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]));
  for (const message of more) if (!bySeq.get(message.seq)?.gone) bySeq.set(message.seq, message);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** The first and the last row that are shown; no first one where nothing is. */
function endsOf({ messages }: Pick<History, 'messages'>) {
  return { first: messages[0]?.seq, last: messages.at(-1)?.seq ?? 0 };
}

/** What is shown, and how more of it comes in. */
function useShown() {
  const [history, setHistory] = useState<History>(EMPTY);
  const ends = useRef(endsOf(history));
  ends.current = endsOf(history);
  const endsNow = useCallback(() => ends.current, []);
  const [change] = useState(() => ({
    clear: () => setHistory(EMPTY),
    begin: () => setHistory((now) => ({ ...now, isLoading: true, isFailed: false })),
    fail: () => setHistory((now) => ({ ...now, isLoading: false, isFailed: true })),
    add: ({ messages, covered = [] }: Page, hasOlder?: boolean) =>
      setHistory((now) => ({
        ...now,
        messages: merge(now.messages, messages),
        hasOlder: hasOlder ?? now.hasOlder,
        isLoading: false,
        isFailed: false,
        covered: new Map([...now.covered, ...covered.map((one) => [one.photo, one.filename] as const)]),
      })),
    /** All that is shown is as it was when so many messages had been taken back, or newer. */
    see: (takenBack: number) =>
      setHistory((now) => ({ ...now, takenBack: Math.max(takenBack, now.takenBack ?? 0) })),
  }));
  return { history, endsNow, change };
}

/** Reads what stands after a row, to the end; answers how many messages had been taken back when it began. */
async function readAfter(
  conversation: string,
  after: number,
  onPage: (page: Answer) => void,
): Promise<number> {
  const page = await call(getOperatorMessages, { conversation, after });
  onPage(page);
  const newest = page.messages.at(-1)?.seq ?? page.lastSeq;
  if (newest < page.lastSeq) await readAfter(conversation, newest, onPage);
  return page.takenBack;
}

/**
 * The rows of one conversation: the newest page, older ones on demand, newer ones as they come. What is taken back goes
 * at once: all that is shown is read again, and only then its number counts as seen. The desk has one of these for each
 * conversation it opens, so an answer that comes late changes nothing else.
 */
export function useHistory(conversation: string) {
  const { history, endsNow, change } = useShown();

  const load = useCallback(
    async (page: { before?: number }) => {
      change.begin();
      try {
        const answer = await call(getOperatorMessages, { conversation, ...page });
        change.add(answer, answer.hasOlder);
        if (page.before === undefined) change.see(answer.takenBack);
      } catch {
        change.fail();
      }
    },
    [conversation, change],
  );

  const lookAgain = useCallback(() => {
    const { first } = endsNow();
    if (first === undefined) void load({});
    else readAfter(conversation, first - 1, change.add).then(change.see, () => undefined);
  }, [conversation, endsNow, load, change]);

  useEffect(() => {
    change.clear();
    void load({});
    return onQueueChange((changed) => {
      if (changed && changed.conversation !== conversation) return;
      const { last } = endsNow();
      if (!changed || changed.gone !== undefined) lookAgain();
      else if (changed.lastSeq > last) readAfter(conversation, last, change.add).catch(() => undefined);
    });
  }, [conversation, endsNow, load, lookAgain, change]);

  const { first } = endsOf(history);
  return {
    ...history,
    add: change.add,
    reload: () => void load({}),
    lookAgain,
    loadOlder: () => void (first === undefined ? undefined : load({ before: first })),
  };
}
