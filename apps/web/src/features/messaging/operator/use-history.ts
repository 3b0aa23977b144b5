import { getOperatorMessages, type Message, type OutputOf } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../client/api.ts';
import { onQueueChange } from './inbox-live.ts';
import { queueQuery } from './operator-queries.ts';

interface History {
  messages: readonly Message[];
  hasOlder: boolean;
  isLoading: boolean;
  isFailed: boolean;
  /** File names of the blurred photos of the member, by photo id. */
  covered: ReadonlyMap<string, string>;
  /** Number of messages taken back as far as shown here. An answer states it. */
  takenBack: number | undefined;
  /** Last row without a gap before it; undefined before the first page. An answer is to all rows up to it. */
  upTo: number | undefined;
}

type Answer = OutputOf<typeof getOperatorMessages>;
type Page = Pick<Answer, 'messages'> & Partial<Answer>;
/** A page has all rows after `from` up to `to`. */
interface Span {
  from: number;
  to: number;
}

const EMPTY: History = {
  messages: [],
  hasOlder: false,
  isLoading: true,
  isFailed: false,
  covered: new Map(),
  takenBack: undefined,
  upTo: undefined,
};

/** Answers may arrive late, so a message known to be gone stays gone. */
function merge(known: readonly Message[], more: readonly Message[]): Message[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]));
  for (const message of more) if (!bySeq.get(message.seq)?.gone) bySeq.set(message.seq, message);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** First shown row, if any, and the last one without a gap. */
function endsOf({ messages, upTo }: Pick<History, 'messages' | 'upTo'>) {
  return { first: messages[0]?.seq, upTo };
}

/** Last row without a gap after the rows of `span` arrived. */
function reach(upTo: number | undefined, span: Span | undefined): number | undefined {
  if (!span || (upTo !== undefined && span.from > upTo)) return upTo;
  return Math.max(upTo ?? 0, span.to);
}

/** The shown messages, and the functions that change them. */
function useShown() {
  const [history, setHistory] = useState<History>(EMPTY);
  const ends = useRef(endsOf(history));
  ends.current = endsOf(history);
  const endsNow = useCallback(() => ends.current, []);
  const [change] = useState(() => ({
    clear: () => setHistory(EMPTY),
    begin: () => setHistory((now) => ({ ...now, isLoading: true, isFailed: false })),
    fail: () => setHistory((now) => ({ ...now, isLoading: false, isFailed: true })),
    add: ({ messages, covered = [] }: Page, more: { hasOlder?: boolean; span?: Span } = {}) =>
      setHistory((now) => ({
        ...now,
        messages: merge(now.messages, messages),
        upTo: reach(now.upTo, more.span),
        hasOlder: more.hasOlder ?? now.hasOlder,
        isLoading: false,
        isFailed: false,
        covered: new Map([...now.covered, ...covered.map((one) => [one.photo, one.filename] as const)]),
      })),
    /** All shown rows are at least as new as this number of messages taken back. */
    see: (takenBack: number) =>
      setHistory((now) => ({ ...now, takenBack: Math.max(takenBack, now.takenBack ?? 0) })),
  }));
  return { history, endsNow, change };
}

/** Loads all rows after a row. Returns the number of messages taken back at its beginning. */
async function readAfter(
  conversation: string,
  after: number,
  onPage: (page: Answer, more: { span: Span }) => void,
): Promise<number> {
  const page = await call(getOperatorMessages, { conversation, after });
  const newest = page.messages.at(-1)?.seq ?? page.lastSeq;
  onPage(page, { span: { from: after, to: newest } });
  if (newest < page.lastSeq) await readAfter(conversation, newest, onPage);
  return page.takenBack;
}

/**
 * Rows of one conversation: the newest page, older ones on demand, newer ones as they arrive. After a message is taken
 * back all shown rows load again, and only then the number counts as seen. Each open conversation has its own hook, so
 * a late answer can't change another one.
 */
export function useHistory(conversation: string) {
  const { history, endsNow, change } = useShown();
  /** Newest row announced, even before the first page is loaded. */
  const received = useRef(0);

  const readOn = useCallback(
    (after: number) => void readAfter(conversation, after, change.add).catch(() => undefined),
    [conversation, change],
  );

  const catchUp = useCallback(
    (seq: number) => {
      received.current = Math.max(received.current, seq);
      const { upTo } = endsNow();
      if (upTo !== undefined && seq > upTo) readOn(upTo);
    },
    [endsNow, readOn],
  );

  const load = useCallback(
    async (page: { before?: number }) => {
      change.begin();
      try {
        const answer = await call(getOperatorMessages, { conversation, ...page });
        const { hasOlder, lastSeq, takenBack } = answer;
        if (page.before !== undefined) return change.add(answer, { hasOlder });
        change.add(answer, { hasOlder, span: { from: (answer.messages[0]?.seq ?? 1) - 1, to: lastSeq } });
        change.see(takenBack);
        if (received.current > lastSeq) readOn(lastSeq);
      } catch {
        change.fail();
      }
    },
    [conversation, change, readOn],
  );

  const lookAgain = useCallback(() => {
    const { first } = endsNow();
    if (first === undefined) void load({});
    else readAfter(conversation, first - 1, change.add).then(change.see, () => undefined);
  }, [conversation, endsNow, load, change]);

  useEffect(() => {
    change.clear();
    void load({});
  }, [load, change]);
  useNews(conversation, { catchUp, lookAgain });

  const { first } = endsOf(history);
  const { takenBack, upTo = 0 } = history;
  return {
    ...history,
    /** Sent with an answer: what the operator has seen. */
    seen: { ...(takenBack !== undefined && { takenBack }), upTo },
    /** Adds a sent answer, and loads rows before it that were not seen. */
    addAnswer: (message: Message) => {
      // Before the first page, the rows before it are unknown.
      if (endsNow().upTo === undefined) return void load({});
      change.add({ messages: [message] }, { span: { from: message.seq - 1, to: message.seq } });
      catchUp(message.seq - 1);
    },
    reload: () => void load({}),
    lookAgain,
    loadOlder: () => void (first === undefined ? undefined : load({ before: first })),
  };
}

interface News {
  /** The conversation has rows up to this one. */
  catchUp: (seq: number) => void;
  /** A shown message may be gone. */
  lookAgain: () => void;
}

/** Follows the conversation by live events, and by each poll of the queue, which works without a connection. */
function useNews(conversation: string, { catchUp, lookAgain }: News): void {
  const { data: queue } = useQuery(queueQuery);
  useEffect(() => {
    const entry = queue?.entries.find((one) => one.conversation === conversation);
    if (entry) catchUp(entry.lastSeq);
  }, [queue, conversation, catchUp]);
  useEffect(
    () =>
      onQueueChange((changed) => {
        if (changed && changed.conversation !== conversation) return;
        if (!changed || changed.gone !== undefined) lookAgain();
        else catchUp(changed.lastSeq);
      }),
    [conversation, catchUp, lookAgain],
  );
}
