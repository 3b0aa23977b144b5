import { getOperatorMessages, type Message, type OutputOf } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../client/api.ts';
import { onQueueChange } from './desk-live.ts';
import { queueQuery } from './operator-queries.ts';

interface History {
  messages: readonly Message[];
  hasOlder: boolean;
  isLoading: boolean;
  isFailed: boolean;
  /** Blurred pictures of the member’s photos, by photo. */
  covered: ReadonlyMap<string, string>;
  /** How many messages were taken back, as far as is shown here: an answer is written under this number. */
  takenBack: number | undefined;
  /** The row up to which nothing newer is missing here, undefined before the first page: an answer is to all up to it. */
  upTo: number | undefined;
}

type Answer = OutputOf<typeof getOperatorMessages>;
type Page = Pick<Answer, 'messages'> & Partial<Answer>;
/** All rows after `from` and up to `to` are among those that came. */
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

/** Answers may come late: what is known to be gone stays so. */
function merge(known: readonly Message[], more: readonly Message[]): Message[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]));
  for (const message of more) if (!bySeq.get(message.seq)?.gone) bySeq.set(message.seq, message);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** The first row that is shown, where one is, and how far they go without a gap. */
function endsOf({ messages, upTo }: Pick<History, 'messages' | 'upTo'>) {
  return { first: messages[0]?.seq, upTo };
}

/** How far one sees without a gap, now that these rows came. */
function reach(upTo: number | undefined, span: Span | undefined): number | undefined {
  if (!span || (upTo !== undefined && span.from > upTo)) return upTo;
  return Math.max(upTo ?? 0, span.to);
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
  onPage: (page: Answer, more: { span: Span }) => void,
): Promise<number> {
  const page = await call(getOperatorMessages, { conversation, after });
  const newest = page.messages.at(-1)?.seq ?? page.lastSeq;
  onPage(page, { span: { from: after, to: newest } });
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
  /** The newest row that was heard of, also while nothing is here yet to read on from. */
  const heard = useRef(0);

  const readOn = useCallback(
    (after: number) => void readAfter(conversation, after, change.add).catch(() => undefined),
    [conversation, change],
  );

  const catchUp = useCallback(
    (seq: number) => {
      heard.current = Math.max(heard.current, seq);
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
        if (heard.current > lastSeq) readOn(lastSeq);
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
    /** What an answer is written under. */
    seen: { ...(takenBack !== undefined && { takenBack }), upTo },
    /** Shows an answer that was sent, and what had come before it unseen. */
    addAnswer: (message: Message) => {
      // Before the first page nothing says what stands before it.
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
  /** The conversation goes as far as this row. */
  catchUp: (seq: number) => void;
  /** Something of what is shown may be gone. */
  lookAgain: () => void;
}

/** Hears of the conversation on the line, and from each look at the queue, which comes also while the line is away. */
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
