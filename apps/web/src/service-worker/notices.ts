import type { getChat, getLikes, OutputOf, PushPayload } from '@heartline/contracts';

/** The data of a push that its notification stores. */
interface NoticeData {
  url: string;
  seq?: number | undefined;
  at?: number | undefined;
}

/** Notifications of this site on this device, as far as a service worker's registration gives them. */
export type Notices = Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>;

const CHAT = 'conversation-';
/**
 * Tolerance between the clocks of servers. A lookup later than a notification's message by more than this includes that
 * message.
 */
const CLOCKS_APART_MS = 5_000;
/** A push older than this may be about something read meanwhile: the phone was offline. */
const LATE_MS = 30_000;
/** Timeout of the server. Without an answer the notification is shown without name and text. */
const ANSWER_MS = 2_000;

const dataOf = (notice: Notification) => (notice.data ?? {}) as Partial<NoticeData>;

/**
 * Shows a push in place of an earlier notification of its conversation; returns whether it is still new.
 *
 * - Each push must show something, or the browser shows a text of its own or ends the subscription.
 * - A push older than the shown one shows the newer one again. One that was read meanwhile is shown and removed. Both
 *   are silent.
 * - If the member may not be signed in here any more, the notification has no name and no text.
 * - A notification of likes counts them: another like changes the number, without a sound.
 */
export async function showNotice(notices: Notices, payload: PushPayload): Promise<boolean> {
  const { kind, tag, url, seq, at } = payload;
  const newer = await newerOf(notices, payload);
  if (newer) {
    await notices.showNotification(newer.title, { ...looks(newer), data: newer.data, silent: true });
    return false;
  }
  const { isOver, isTheirs } = await lookUp(payload);
  const { title, body } = isTheirs ? payload : (payload.discreet ?? payload);
  const data: NoticeData = { url, seq, at };
  const sound = isOver ? { silent: true } : { renotify: kind !== 'like' };
  await notices.showNotification(title, { ...looks({ body, tag }), ...sound, data });
  if (isOver) await closeWhere(notices, (notice, data) => notice.tag === tag && data.seq === seq);
  return !isOver;
}

function looks({ body, tag }: Pick<PushPayload, 'body' | 'tag'>): NotificationOptions {
  return { body, tag, icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' };
}

async function newerOf(notices: Notices, { tag, seq }: PushPayload): Promise<Notification | undefined> {
  if (seq === undefined) return undefined;
  return (await notices.getNotifications({ tag })).find((notice) => (dataOf(notice).seq ?? 0) > seq);
}

/** Facts about an arriving push: whether it is over, and whether its member is certainly signed in here. */
interface Known {
  isOver: boolean;
  isTheirs: boolean;
}

/**
 * Asks the server about a late push: was it seen or removed, and is its member still signed in? A push in time needs no
 * question: a browser whose session ended gets none.
 */
async function lookUp(payload: PushPayload): Promise<Known> {
  const { kind, at, url } = payload;
  if (at === undefined || Date.now() - at < LATE_MS) return { isOver: false, isTheirs: true };
  const path =
    kind === 'message'
      ? `/api/chat.php?conversation=${url.slice(url.lastIndexOf('/') + 1)}`
      : '/api/likes.php';
  try {
    const answer = await fetch(path, {
      credentials: 'same-origin',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (!answer.ok) return { isOver: answer.status === 403 || answer.status === 404, isTheirs: false };
    const said: unknown = await answer.json();
    return kind === 'message'
      ? { isOver: isRead(said, payload), isTheirs: true }
      : lookAtLikes(said, payload);
  } catch {
    return { isOver: false, isTheirs: false };
  }
}

function isRead(said: unknown, { seq }: PushPayload): boolean {
  return seq !== undefined && (said as OutputOf<typeof getChat>).chat.readSeq >= seq;
}

/**
 * Looks at all likes, or at the match with one person. The server answers for the signed-in member, so a name is for
 * them only if that person liked them.
 */
function lookAtLikes(said: unknown, { kind, tag, liker }: PushPayload): Known {
  const { liked_by: likers } = said as OutputOf<typeof getLikes>;
  const isAbout = (id: string) => (kind === 'like' ? id === liker : tag === `match-${id}`);
  return {
    isOver: !likers.some(({ id, like_new: isNew }) => isNew && (kind === 'like' || isAbout(id))),
    isTheirs: likers.some(({ id }) => isAbout(id)),
  };
}

/** True when a shown notification has a later lookup: its number on the icon is newer. */
export async function isOvertaken(notices: Notices, { at }: PushPayload): Promise<boolean> {
  if (at === undefined) return false;
  return (await notices.getNotifications()).some((notice) => (dataOf(notice).at ?? 0) > at);
}

/**
 * Removes notifications that were read on another device while no page was open here. Those are all without a message
 * that was unread as this push was sent. The others stay: the server may not have known them yet.
 */
export async function closeRead(notices: Notices, { unread, at }: PushPayload): Promise<void> {
  if (unread === undefined || at === undefined) return;
  await closeWhere(notices, ({ tag }, { seq = 0, at: shown }) => {
    if (!tag.startsWith(CHAT) || shown === undefined || shown > at - CLOCKS_APART_MS) return false;
    const first = unread[tag];
    return first === undefined || seq < first;
  });
}

async function closeWhere(
  notices: Notices,
  isOver: (notice: Notification, data: Partial<NoticeData>) => boolean,
): Promise<void> {
  for (const notice of await notices.getNotifications()) if (isOver(notice, dataOf(notice))) notice.close();
}
