import type { NotificationType } from '@heartline/contracts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Kinds of activity mail to a member who is away. */
export type ActivityKind = 'messages' | 'likes';

/** Delay before an activity mail, and minimum time between two of a kind, in ms (decision 036). */
export const ACTIVITY_MAIL: Readonly<Record<ActivityKind, { waitMs: number; restMs: number }>> = {
  messages: { waitMs: 30 * MINUTE_MS, restMs: 24 * HOUR_MS },
  likes: { waitMs: HOUR_MS, restMs: 24 * HOUR_MS },
};

/**
 * The switches that the link in a mail turns off. The link of a message mail turns off the reminders too, since they look
 * the same; the link of a reminder turns off reminders alone.
 */
export const MAIL_OFF_TYPES = {
  messages: ['new_conversations', 'new_messages', 'unread_message_reminders'],
  reminders: ['unread_message_reminders'],
  likes: ['like'],
} as const satisfies Record<string, readonly NotificationType[]>;
export type MailOffKind = keyof typeof MAIL_OFF_TYPES;

/** Times of the first and the last unseen item, in Unix ms. */
export interface Unseen {
  firstAt: number;
  lastAt: number;
}

/** The last mail of this kind that was due, in Unix ms. */
export interface LastMail {
  at: number;
  isReminder: boolean;
}

type Step = { step: 'none' } | { step: 'wait'; until: number } | { step: 'news' | 'reminder' };

/**
 * Decides on an activity mail for the items a member has not seen at `now`:
 *
 * - The first mail is sent when an item has waited long enough.
 * - A member who saw everything of the last mail starts anew; others get at most one mail a day about newer items.
 * - Without newer items, unread messages cause one reminder; likes cause none.
 * - Likes cause at most one mail a day in any case.
 */
export function activityMailStep(
  kind: ActivityKind,
  unseen: Unseen | undefined,
  last: LastMail | null,
  now: number,
): Step {
  if (!unseen) return { step: 'none' };
  const { waitMs, restMs } = ACTIVITY_MAIL[kind];
  const isNewer = !last || unseen.lastAt > last.at;
  if (!isNewer && (kind === 'likes' || last.isReminder)) return { step: 'none' };
  const rests = last !== null && (kind === 'likes' || unseen.firstAt <= last.at);
  const until = Math.max(unseen.firstAt + waitMs, rests ? last.at + restMs : 0);
  if (now < until) return { step: 'wait', until };
  return { step: isNewer ? 'news' : 'reminder' };
}

/**
 * A name as mails show it. An invisible space after each dot stops mail programs from turning the name into a link.
 * Members who signed up before web addresses were refused still have such names.
 */
export function unlinked(name: string): string {
  return name.replace(/\.(?=\S)/g, '.\u200B');
}
