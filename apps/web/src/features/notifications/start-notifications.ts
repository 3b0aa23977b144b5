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

/** What the service worker says to a page; what it asks is answered on the port that came with it. */
type FromWorker = { kind: 'pushed'; payload: PushPayload } | { kind: 'open'; url: string };

/**
 * What notifications do on every page of a member: the number on the app's icon, push as it stands on this device, and
 * answers to the service worker. Returns how to stop; when the member has signed out by then, nothing is known here of
 * their push any more, which ends as all of theirs does (`leave.ts`).
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
    // What was registered for pushes in the session before ends with it: whoever had its cookie may have done so.
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
 * Tells the service worker which conversation is open here, when that changes: it is to know without asking, since a
 * busy page answers late. Whether the page is in front the worker sees by itself.
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
 * What was read, here, on another device, or while no page was open, is no news any more: its notice goes. So does one of
 * a conversation that leaves the list.
 */
function followReading(): () => void {
  closeRead();
  let listed = closeGone(new Set());
  // What stood here before this page was opened may tell of a conversation that was removed meanwhile.
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
    // What was kept is confirmed a moment after it came.
    onPersistedChange(() => {
      closeRead();
      listed = closeGone(listed);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Whether what was pushed is known to be read: it may come late, as to a phone that was away. */
function isRead({ tag, seq }: PushPayload): boolean {
  const chats = queryClient.getQueryData<Chats>(keys.chats)?.chats ?? [];
  const chat = chats.find(({ conversation }) => tagOf(conversation.id) === tag);
  if (!chat || seq === undefined || persistedSince() !== undefined) return false;
  return chat.num_unread_messages === 0 && chat.lastSeq >= seq;
}

/** Takes away what the last answer of the server says is read. An answer that is only kept may be older than a notice. */
function closeRead(): void {
  const chats = queryClient.getQueryData<Chats>(keys.chats)?.chats;
  if (!chats || persistedSince() !== undefined) return;
  const read = chats.filter((chat) => chat.num_unread_messages === 0);
  closeUpTo(new Map(read.map(({ conversation, lastSeq }) => [tagOf(conversation.id), lastSeq])));
}

/**
 * Takes away what tells, by its tag, of no message after this row. One that does stays: what is known here is older than it.
 */
function closeUpTo(rows: ReadonlyMap<string, number | undefined>): void {
  void closeNotices(({ tag, data }) => {
    const notified = (data as { seq?: number } | null)?.seq;
    return rows.has(tag) && (notified ?? 0) <= (rows.get(tag) ?? 0);
  });
}

/**
 * Takes away what tells of conversations that were listed and are not any more: removed, or hidden with their other side.
 * The conversations that are listed now.
 */
function closeGone(listed: ReadonlySet<string>): ReadonlySet<string> {
  const chats = queryClient.getQueryData<Chats>(keys.chats);
  if (!chats) return listed;
  const now = new Set(chats.chats.map(({ conversation }) => conversation.id));
  // A list that is only kept may be older than a notice.
  if (persistedSince() !== undefined) return new Set([...listed, ...now]);
  // Of very many, the last of the list may only have moved on to the next page.
  const gone = chats.older ? [] : [...listed].filter((conversation) => !now.has(conversation));
  const tags = new Set(gone.map(tagOf));
  if (tags.size > 0) void closeNotices(({ tag }) => tags.has(tag));
  return now;
}
