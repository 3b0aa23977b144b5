import { keys, queryClient } from '../../../client/query.ts';
import type { Chats } from '../../../live/apply/chats.ts';
import { isReading } from '../../../live/attention.ts';
import { onLive } from '../../../live/bus.ts';

/** Time in ms for the list to include a new message and for another device to read it. */
const SETTLE_MS = 1_000;
/** Minimum time in ms between two announcements. */
const PAUSE_MS = 5_000;

/** Conversation ids with the row of their first new message. */
export type News = ReadonlyMap<string, number>;

/**
 * Calls `notify` for new messages of other members in conversations not open here, batched over a few seconds. They come
 * from events, or from a list fetched after a disconnect. Returns a function that stops it.
 */
export function followNews(notify: (news: News) => void): () => void {
  let news = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextAt = 0;
  const notifyNow = () => {
    timer = undefined;
    nextAt = performance.now() + PAUSE_MS;
    const now = news;
    news = new Map();
    notify(now);
  };
  const add = (conversation: string, seq: number) => {
    if (isReading(conversation)) return;
    news.set(conversation, news.get(conversation) ?? seq);
    timer ??= setTimeout(notifyNow, Math.max(SETTLE_MS, nextAt - performance.now()));
  };
  const listed = createListed();
  const stopEvents = onLive('message:created', ({ message: { conversation, sender, seq }, profile }) => {
    listed.note(conversation, seq);
    if (sender === profile) add(conversation, seq);
  });
  const look = () => {
    for (const [conversation, seq] of listed.newIn(queryClient.getQueryData<Chats>(keys.chats)))
      add(conversation, seq);
  };
  look();
  const stopLooking = queryClient.getQueryCache().subscribe((change) => {
    if (change.type !== 'updated' || change.query.queryKey[0] !== keys.chats[0]) return;
    if (change.action.type === 'success') look();
  });
  return () => {
    clearTimeout(timer);
    stopEvents();
    stopLooking();
  };
}

/** Tracks the known rows of each conversation, and finds new ones in a list. The first list has none. */
function createListed() {
  /** Last known row of each conversation. */
  const known = new Map<string, number>();
  /** Time of the newest message of all; undefined before the first list. */
  let newestAt: number | undefined;
  const note = (conversation: string, seq: number) =>
    known.set(conversation, Math.max(seq, known.get(conversation) ?? 0));
  /** A conversation that reappears, as after a block, may have only old messages. */
  const isNew = ({ conversation: { id }, lastSeq, lastAt }: Chats['chats'][number]) => {
    if (newestAt === undefined) return false;
    const seq = known.get(id);
    return seq === undefined ? lastAt > newestAt : lastSeq > seq;
  };
  return {
    note,
    /** The first new row of each conversation with unread messages. */
    newIn(held: Chats | undefined): [conversation: string, seq: number][] {
      if (!held) return [];
      const { chats } = held;
      const news = chats.filter((chat) => chat.num_unread_messages > 0 && isNew(chat));
      const first = news.map(({ conversation: { id } }): [string, number] => [id, (known.get(id) ?? 0) + 1]);
      for (const { conversation, lastSeq } of chats) note(conversation.id, lastSeq);
      newestAt = Math.max(newestAt ?? 0, chats[0]?.lastAt ?? 0);
      return first;
    },
  };
}
