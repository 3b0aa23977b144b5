import type { NotificationSettings, ProfileCard, PushPayload } from '@heartline/contracts';
import { PUSH_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import type { AccountRow } from '../accounts/index.ts';
import type { LikerInTheNews } from '../likes/index.ts';
import { doneAmong, notificationId } from './notification.repository.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { LIKES_WORDS, numberText } from './number-text.ts';
import type { OnePush } from './push-once.ts';
import { stillNew } from './still-new.ts';

/** The recipient, with language and discretion setting. */
interface Reader {
  account: AccountRow;
  settings: NotificationSettings;
}

type About = Pick<OnePush, 'cause' | 'besides' | 'payload'>;

/** Likes that a push marks as notified; the questions of older ones ended long ago. */
const NOTED_LIKES = 50;

const likeCause = (other: string) => `like-${other}`;

/**
 * The push of all new likes, newest first: one notification, which a newer one replaces. Its cause is the
 * newest like without a push; undefined if all had one. It names the sender only of a single like, if
 * discretion is off.
 */
export async function likesPush(
  context: NotificationsContext,
  reader: Reader,
  likers: readonly LikerInTheNews[],
): Promise<About | undefined> {
  const causes = likers.slice(0, NOTED_LIKES).map(({ profile }) => likeCause(profile.id));
  const idOf = (cause: string) => notificationId(reader.account._id, cause, 'push');
  const done = await doneAmong(context.mongo, causes.map(idOf));
  const cause = causes.find((one) => !done.has(idOf(one)));
  const [newest, ...others] = likers;
  if (!newest || cause === undefined) return undefined;
  const isNamed = !reader.settings.discreet_push && others.length === 0;
  const words = {
    discreet: numberText(reader.account.language, LIKES_WORDS, likers),
    open: isNamed && openWords(reader, newest.profile, PUSH_TEXTS.openLike),
  };
  const about = {
    kind: 'like',
    tag: 'likes',
    url: '/likes',
    ...(isNamed && { liker: newest.profile.id }),
  } as const;
  return {
    cause,
    besides: causes.filter((one) => one !== cause),
    payload: await payloadOf(context, reader, about, words),
  };
}

/** The push of a match: its own notification, which links to the possible conversation. */
export async function matchPush(
  context: NotificationsContext,
  reader: Reader,
  other: ProfileCard,
): Promise<About> {
  const discreet = other.fictional ? PUSH_TEXTS.fictionalMatch : PUSH_TEXTS.match;
  const words = {
    discreet: serverText(reader.account.language, discreet),
    open: !reader.settings.discreet_push && openWords(reader, other, PUSH_TEXTS.openMatch),
  };
  const about = { kind: 'match', tag: `match-${other.id}`, url: `/members/${other.id}/chat` } as const;
  return {
    cause: `match-${other.id}`,
    // This push also covers the like that made the match.
    besides: [likeCause(other.id)],
    payload: await payloadOf(context, reader, about, words),
  };
}

async function payloadOf(
  context: NotificationsContext,
  { account }: Reader,
  about: Pick<PushPayload, 'kind' | 'tag' | 'url' | 'liker'>,
  { discreet, open }: { discreet: string; open: string | false },
): Promise<PushPayload> {
  const [{ settings }, news] = await Promise.all([
    context.site.settingsOf(account.site),
    stillNew(context, account._id),
  ]);
  const title = settings.name;
  const words = open === false ? { body: discreet } : { body: open, discreet: { title, body: discreet } };
  return { ...about, title, ...words, ...news };
}

/** Text with the name; marks a fictional profile. */
function openWords(
  { account: { language } }: Reader,
  { name, fictional }: ProfileCard,
  words: typeof PUSH_TEXTS.openLike | typeof PUSH_TEXTS.openMatch,
): string {
  const text = serverText(language, words, { name });
  return fictional ? serverText(language, PUSH_TEXTS.openFictionalMessage, { text }) : text;
}
