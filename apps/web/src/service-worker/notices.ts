import type { getChat, getLikes, OutputOf, PushPayload } from '@heartline/contracts';

/** What a notice keeps of what was pushed. */
interface NoticeData {
  url: string;
  seq?: number | undefined;
  at?: number | undefined;
}

/** Notices of this site on this device, as far as the registration of a service worker gives them. */
export type Notices = Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>;

const CHAT = 'conversation-';
/** What was looked up later than this after a notice knew of its message, whichever server's clock said so. */
const CLOCKS_APART_MS = 5_000;
/** A push that took longer may tell of what was read meanwhile: the phone was away. */
const LATE_MS = 30_000;
/** The notice does not wait longer for the server: without an answer it is shown, discreetly. */
const ANSWER_MS = 2_000;

const dataOf = (notice: Notification) => (notice.data ?? {}) as Partial<NoticeData>;

/**
 * Shows what was pushed, in place of an earlier notice of the same conversation; whether it is news still. Each push has to
 * show something: a browser that gets several that show nothing says so itself, or takes the subscription away. So what
 * comes after a newer one of its conversation shows that one again, and what was read meanwhile is shown and taken away,
 * both without a sound. Where it is not sure that who it is for is still signed in here, a notice names nobody and shows no
 * words. A notice of likes counts them: where an earlier one still stands, another like changes its number and makes no
 * sound.
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

/** What is known of a push as it comes: whether it is over, and whether who it is for is signed in here for sure. */
interface Known {
  isOver: boolean;
  isTheirs: boolean;
}

/**
 * Of a push that comes late the server is asked: was it seen or removed meanwhile, or is it nobody's here any more? Of one
 * that comes in time it is known: a browser whose session ended gets none from then on.
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
 * Of all likes, or of the match with one person. Likes are answered to whoever is signed in: what names somebody is for
 * them only if that one has liked them.
 */
function lookAtLikes(said: unknown, { kind, tag, liker }: PushPayload): Known {
  const { liked_by: likers } = said as OutputOf<typeof getLikes>;
  const isAbout = (id: string) => (kind === 'like' ? id === liker : tag === `match-${id}`);
  return {
    isOver: !likers.some(({ id, like_new: isNew }) => isNew && (kind === 'like' || isAbout(id))),
    isTheirs: likers.some(({ id }) => isAbout(id)),
  };
}

/** Whether something shown here was looked up after this: its number on the icon is the newer one. */
export async function isOvertaken(notices: Notices, { at }: PushPayload): Promise<boolean> {
  if (at === undefined) return false;
  return (await notices.getNotifications()).some((notice) => (dataOf(notice).at ?? 0) > at);
}

/**
 * Takes away what was read on another device while no page was open here to notice: all that tells of no message which was
 * unread as this was pushed. What was pushed about then stays: it may not have been known yet.
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
