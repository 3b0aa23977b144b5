import type { NotificationType } from '@heartline/contracts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What members are mailed of that happens while they are away. */
export type ActivityKind = 'messages' | 'likes';

/**
 * How long news waits to be seen before a mail tells of it, in ms, and how long after a mail the next of its kind may
 * follow (decision 036).
 */
export const ACTIVITY_MAIL: Readonly<Record<ActivityKind, { waitMs: number; restMs: number }>> = {
  messages: { waitMs: 30 * MINUTE_MS, restMs: 24 * HOUR_MS },
  likes: { waitMs: HOUR_MS, restMs: 24 * HOUR_MS },
};

/**
 * Mails that a link in each turns off, and the switches it does that with: who wants no mail of messages is not reminded of
 * them by a mail that looks the same, but may want the reminder off alone.
 */
export const MAIL_OFF_TYPES = {
  messages: ['new_conversations', 'new_messages', 'unread_message_reminders'],
  reminders: ['unread_message_reminders'],
  likes: ['like'],
} as const satisfies Record<string, readonly NotificationType[]>;
export type MailOffKind = keyof typeof MAIL_OFF_TYPES;

/** What the member has not seen, by when the first and the last of it came, in Unix ms. */
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
 * What to do about news a member has not seen at `now`. A first mail comes once news has waited; who has seen all that
 * the last one told of came back, and begins anew. For who did not, at most one a day: of what is new since, or once, of
 * messages, a reminder that they still wait. Likes are told of at most once a day either way, and never reminded of.
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
 * A name as mails say it: an invisible space behind each dot keeps mail programs from making a link of it. Members who
 * signed up before web addresses were refused still have such names.
 */
export function unlinked(name: string): string {
  return name.replace(/\.(?=\S)/g, '.\u200B');
}
