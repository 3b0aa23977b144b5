import { openConversation } from '../../../live/attention.ts';
import { onLive } from '../../../live/bus.ts';

/** So long it is waited for the list to know of a message, and for another device to read it. */
const SETTLE_MS = 1_000;
/** Between two times that something is told. */
const PAUSE_MS = 5_000;

/** The row of the first new message, by its conversation. */
export type News = ReadonlyMap<string, number>;

/**
 * Tells of messages of others in conversations that are not open here: of all that came within a few seconds together.
 * Returns how to stop.
 */
export function followNews(tell: (news: News) => void): () => void {
  let news = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextAt = 0;
  const tellNow = () => {
    timer = undefined;
    nextAt = performance.now() + PAUSE_MS;
    const now = news;
    news = new Map();
    tell(now);
  };
  const stop = onLive('message:created', ({ message: { conversation, sender, seq }, profile }) => {
    if (sender !== profile || conversation === openConversation()) return;
    news.set(conversation, news.get(conversation) ?? seq);
    timer ??= setTimeout(tellNow, Math.max(SETTLE_MS, nextAt - performance.now()));
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
