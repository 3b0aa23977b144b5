import type { PushPayload } from '@heartline/contracts';
import { onFreshSession } from '../../client/fresh-session.ts';
import { closeNotices, noticesHere } from '../../client/notices.ts';
import { onPersistedChange, persistedSince } from '../../client/persisted-cache/answer-or-persisted.ts';
import { keys, queryClient } from '../../client/query.ts';
import { serviceWorkers } from '../../client/storage.ts';
import type { Chats } from '../../live/apply/chats.ts';
import { onAttention, openConversation } from '../../live/attention.ts';
import { onLive } from '../../live/bus.ts';
import { followAppBadge } from './app-badge.ts';
import { forgetPush, notePush, refreshPush } from './push.ts';

/** Messages of the service worker to a page. A question is answered on the port that came with it. */
type FromWorker = { kind: 'pushed'; payload: PushPayload } | { kind: 'open'; url: string };

/**
 * Runs notifications on every page of a member: the app's icon, the push state, and answers to the service worker.
 * Returns the function that stops it. If the member has signed out by then, their push state is forgotten here, and the
 * push itself ends in `leave.ts`.
 */
export function startNotifications(navigate: (href: string) => void): () => void {
  const badge = followAppBadge();
  const onPushed = (payload: PushPayload) => {
    notePush(payload);
    badge.again();
    if (isRead(payload)) closeUpTo(new Map([[payload.tag, payload.seq]]));
  };
  const refresh = () => void refreshPush().catch(() => {});
  const stops = [
    badge.stop,
    followServiceWorker(navigate, onPushed),
    followReading(),
    notifyWorker(),
    // The push registration of the previous session ends with it: a thief of its cookie may have made it.
    onFreshSession(refresh),
  ];
  refresh();
  return () => {
    for (const stop of stops) stop();
    if (!queryClient.getQueryData(keys.user)) forgetPush();
  };
}

function followServiceWorker(
  navigate: (href: string) => void,
  onPushed: (payload: PushPayload) => void,
): () => void {
  const workers = serviceWorkers();
  if (!workers) return () => {};
  const onMessage = ({ data, ports }: MessageEvent<FromWorker>) => {
    if (data.kind === 'pushed') onPushed(data.payload);
    if (data.kind === 'open') {
      ports[0]?.postMessage(true);
      navigate(data.url);
    }
  };
  workers.addEventListener('message', onMessage);
  workers.startMessages();
  return () => workers.removeEventListener('message', onMessage);
}

/**
 * Sends the open conversation to the service worker on each change, since a busy page answers late. The worker itself
 * sees whether the page is in front.
 */
function notifyWorker(): () => void {
  let notified: string | null = null;
  const notify = (conversation: string | null) => {
    if (conversation === notified) return;
    notified = conversation;
    void serviceWorkers()?.ready.then(({ active }) => active?.postMessage({ kind: 'open', conversation }));
  };
  const update = () => notify(openConversation());
  update();
  const stop = onAttention(update);
  return () => {
    stop();
    notify(null);
  };
}

const TAG = 'conversation-';
const tagOf = (conversation: string) => `${TAG}${conversation}`;

/**
 * Removes notifications of messages that were read: here, on another device, or while no page was open. Also those of a
 * conversation that leaves the list.
 */
function followReading(): () => void {
  closeRead();
  let listed = closeGone(new Set());
  // An older notification may be of a conversation that was removed since.
  void noticesHere().then((notices) => {
    const notified = notices.flatMap(({ tag }) => (tag.startsWith(TAG) ? [tag.slice(TAG.length)] : []));
    listed = closeGone(new Set([...listed, ...notified]));
  });
  const stops = [
    onLive('conversation:marked', ({ conversation, num_unread_messages: unread, lastSeq }) => {
      if (unread === 0) closeUpTo(new Map([[tagOf(conversation), lastSeq]]));
    }),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.query.queryKey[0] !== keys.chats[0]) return;
      if (event.action.type === 'success' && !event.action.manual) closeRead();
      listed = closeGone(listed);
    }),
    // Persisted conversations are confirmed a moment after they are shown.
    onPersistedChange(() => {
      closeRead();
      listed = closeGone(listed);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** True when a pushed message is known to be read. A push may arrive late, as on a phone that was offline. */
function isRead({ tag, seq }: PushPayload): boolean {
  const chats = queryClient.getQueryData<Chats>(keys.chats)?.chats ?? [];
  const chat = chats.find(({ conversation }) => tagOf(conversation.id) === tag);
  if (!chat || seq === undefined || persistedSince() !== undefined) return false;
  return chat.num_unread_messages === 0 && chat.lastSeq >= seq;
}

/**
 * Removes notifications that the server's last answer reports as read. A persisted answer may be older than a
 * notification.
 */
function closeRead(): void {
  const chats = queryClient.getQueryData<Chats>(keys.chats)?.chats;
  if (!chats || persistedSince() !== undefined) return;
  const read = chats.filter((chat) => chat.num_unread_messages === 0);
  closeUpTo(new Map(read.map(({ conversation, lastSeq }) => [tagOf(conversation.id), lastSeq])));
}

/**
 * Removes notifications, by tag, without a message after this row. One with a later message stays: it is newer than the
 * data here.
 */
function closeUpTo(rows: ReadonlyMap<string, number | undefined>): void {
  void closeNotices(({ tag, data }) => {
    const notified = (data as { seq?: number } | null)?.seq;
    return rows.has(tag) && (notified ?? 0) <= (rows.get(tag) ?? 0);
  });
}

/**
 * Removes notifications of conversations that left the list: removed, or hidden with their other member. Returns the
 * conversations listed now.
 */
function closeGone(listed: ReadonlySet<string>): ReadonlySet<string> {
  const chats = queryClient.getQueryData<Chats>(keys.chats);
  if (!chats) return listed;
  const now = new Set(chats.chats.map(({ conversation }) => conversation.id));
  // A persisted list may be older than a notification.
  if (persistedSince() !== undefined) return new Set([...listed, ...now]);
  // In a very long list, the last conversation may only have moved to the next page.
  const gone = chats.older ? [] : [...listed].filter((conversation) => !now.has(conversation));
  const tags = new Set(gone.map(tagOf));
  if (tags.size > 0) void closeNotices(({ tag }) => tags.has(tag));
  return now;
}
