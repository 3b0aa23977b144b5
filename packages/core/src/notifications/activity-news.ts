import type { NotificationSettings, NotificationType, ProfileCard } from '@heartline/contracts';
import type { ActivityKind, Unseen } from '@heartline/domain';
import type { AccountRow } from '../accounts/index.ts';
import { isFirst, messageTo } from './message-push.ts';
import type { NotificationsContext } from './notifications-context.ts';

/** Who may be told of what happened while they were away, in which language and how openly. */
export interface Absent {
  account: AccountRow;
  settings: NotificationSettings;
}

/** Somebody who wrote to the member, or likes them, and was not seen yet. */
export interface Item extends Unseen {
  profile: ProfileCard;
  /** How many messages of theirs wait; 1 of a like. */
  count: number;
  type: NotificationType;
  /** Of messages. */
  conversation?: { id: string; lastSeq: number };
}

/** Conversations looked into, the newest; of the others what counts is their last message. */
const CHATS_READ = 20;

/** The member as they can be told of anything now: active, and a person, not a fictional profile. */
export async function absentOf(context: NotificationsContext, member: string): Promise<Absent | undefined> {
  const account = await context.accounts.accountOf(member);
  if (account?.status !== 'active') return undefined;
  const [settings, profile] = await Promise.all([
    context.settings.get(member),
    context.profiles.profileOf(member),
  ]);
  return settings && profile && !profile.fictional ? { account, settings } : undefined;
}

/** What the member has not seen of people who are still there for them, but for what they muted; the newest first. */
export function readNews(
  context: NotificationsContext,
  { account }: Absent,
  kind: ActivityKind,
): Promise<Item[]> {
  return kind === 'messages' ? unreadOf(context, account) : newLikesOf(context, account);
}

/** From when to when it came; undefined where everything was seen. */
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
