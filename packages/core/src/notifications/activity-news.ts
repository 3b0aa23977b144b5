import type { NotificationSettings, NotificationType, ProfileCard } from '@heartline/contracts';
import type { ActivityKind, Unseen } from '@heartline/domain';
import type { AccountRow } from '../accounts/index.ts';
import { isFirst, messageTo } from './message-push.ts';
import type { NotificationsContext } from './notifications-context.ts';

/** A member who may get news by mail or push, with their settings. */
export interface Absent {
  account: AccountRow;
  settings: NotificationSettings;
}

/** A person with an unseen message or like to the member. */
export interface Item extends Unseen {
  profile: ProfileCard;
  /** Number of their unread messages; 1 for a like. */
  count: number;
  type: NotificationType;
  /** Only for messages. */
  conversation?: { id: string; lastSeq: number };
}

/** Newest conversations that are read; for older ones the time of the last message counts. */
const CHATS_READ = 20;

/** The member, if they can be notified now: active, and not a fictional profile. */
export async function absentOf(context: NotificationsContext, member: string): Promise<Absent | undefined> {
  const account = await context.accounts.accountOf(member);
  if (account?.status !== 'active') return undefined;
  const [settings, profile] = await Promise.all([
    context.settings.get(member),
    context.profiles.profileOf(member),
  ]);
  return settings && profile && !profile.fictional ? { account, settings } : undefined;
}

/** Unseen news from people the member still sees, except muted ones; newest first. */
export function readNews(
  context: NotificationsContext,
  { account }: Absent,
  kind: ActivityKind,
): Promise<Item[]> {
  return kind === 'messages' ? unreadOf(context, account) : newLikesOf(context, account);
}

/** First and last time of the items; undefined if there are none. */
export function spanOf(items: readonly Item[]): Unseen | undefined {
  if (items.length === 0) return undefined;
  return {
    firstAt: Math.min(...items.map(({ firstAt }) => firstAt)),
    lastAt: Math.max(...items.map(({ lastAt }) => lastAt)),
  };
}

async function newLikesOf(context: NotificationsContext, { _id }: AccountRow): Promise<Item[]> {
  const likers = await context.likes.likersInTheNews(_id);
  return likers.map(({ profile, at }) => ({ profile, count: 1, type: 'like', firstAt: at, lastAt: at }));
}

async function unreadOf(context: NotificationsContext, { _id: member }: AccountRow): Promise<Item[]> {
  const unread = await context.messaging.unreadChats(member);
  const chats = unread.filter(({ isMuted }) => !isMuted);
  const cards = await context.profiles.cards(
    member,
    chats.map(({ profile }) => profile),
  );
  const items = await Promise.all(
    chats.map(
      async ({ conversation: id, profile: other, unread: count, readSeq, lastSeq, lastAt }, place) => {
        const profile = cards.get(other);
        if (!profile) return [];
        const about = { profile, count, conversation: { id, lastSeq } };
        if (place >= CHATS_READ)
          return [{ ...about, type: 'new_messages' as const, firstAt: lastAt, lastAt }];
        const [first, last] = await Promise.all([
          messageTo(context, member, id, readSeq + 1, 1),
          messageTo(context, member, id, readSeq + 1, -1),
        ]);
        if (!last || !first) return [];
        const type: NotificationType = (await isFirst(context, first)) ? 'new_conversations' : 'new_messages';
        return [{ ...about, type, firstAt: first.at, lastAt: last.at }];
      },
    ),
  );
  return items.flat();
}
