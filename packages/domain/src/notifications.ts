import {
  type EmailSource,
  NOTIFICATION_TYPES,
  type NotificationSettings,
  type NotificationType,
  type QuietHours,
} from '@heartline/contracts';

/** The settings of a new member: everything that concerns them, and no advertising. */
export const DEFAULT_NOTIFICATIONS: NotificationSettings = {
  push: {
    new_conversations: true,
    new_messages: true,
    like: true,
    unread_message_reminders: false,
    promotions: false,
    weekly_updates: false,
    news: false,
    reminders: false,
  },
  email: {
    new_conversations: true,
    new_messages: true,
    like: true,
    unread_message_reminders: true,
    promotions: false,
    weekly_updates: false,
    news: false,
    reminders: true,
  },
  quiet_hours: null,
  discreet_push: true,
};

/** Notification types by their kind of mail. */
const SOURCES: Readonly<Record<'activity' | 'offers', readonly NotificationType[]>> = {
  activity: ['new_conversations', 'new_messages', 'like', 'unread_message_reminders', 'reminders'],
  offers: ['promotions', 'weekly_updates', 'news'],
};

/** The sources of mails to a member, and the kinds they receive. */
export function emailSources({ email }: Pick<NotificationSettings, 'email'>, from: string): EmailSource[] {
  const optional = (['activity', 'offers'] as const).map((source) => {
    const types = NOTIFICATION_TYPES.filter((type) => SOURCES[source].includes(type));
    return { source, from, types, enabled: types.some((type) => email[type]), required: false };
  });
  return [{ source: 'account', from, types: [], enabled: true, required: true }, ...optional];
}

/** True for a time zone that the platform knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}

/** True for a tag of this language, such as `de-CH` of `de`. */
export function isTagOf(language: string, tag: string): boolean {
  try {
    return new Intl.Locale(tag).language === language;
  } catch {
    return false;
  }
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/**
 * The end of the quiet hours in force at `now`, or undefined outside them. `from` is inclusive, `to` exclusive; equal
 * times mean none. A change of the clock in between is taken into account.
 */
export function quietUntil(quiet: QuietHours | null, now: number): number | undefined {
  if (!quiet) return undefined;
  const [from, to, at] = [minutesOf(quiet.from), minutesOf(quiet.to), minuteOfDay(now, quiet.time_zone)];
  const isQuiet = from <= to ? at >= from && at < to : at >= from || at < to;
  if (!isQuiet) return undefined;
  const left = (to - at + DAY_MINUTES) % DAY_MINUTES;
  const end = now - (now % MINUTE_MS) + left * MINUTE_MS;
  const late = signed(minuteOfDay(end, quiet.time_zone) - to);
  const exact = end - late * MINUTE_MS;
  // The clock may skip this time; then the quiet hours end after the gap.
  return minuteOfDay(exact, quiet.time_zone) === to ? exact : end;
}

/** Minutes between two times of day in the shorter direction: from -720 to 719. */
function signed(minutes: number): number {
  return ((minutes + 1.5 * DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Minutes since midnight on the clocks of a time zone. */
function minuteOfDay(now: number, timeZone: string): number {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  return minutesOf(clock.format(now));
}

/** One of the two likes between two members, with the facts that decide on a notification. */
interface OneLike {
  /** Time of the like, in Unix ms. */
  at: number;
  /** True until the receiver has looked at it. */
  isNew: boolean;
}

/**
 * The notification of a like: a like, or the match it made. A withdrawn or seen like has none. Neither has a match made
 * by the member’s own later like, since the response to that like announced it.
 */
export function likeNews(likes: {
  received: OneLike | null;
  given: Pick<OneLike, 'at'> | null;
}): 'like' | 'match' | undefined {
  const { received, given } = likes;
  if (!received?.isNew) return undefined;
  if (!given) return 'like';
  return received.at >= given.at ? 'match' : undefined;
}
