import {
  type EmailSource,
  NOTIFICATION_TYPES,
  type NotificationSettings,
  type NotificationType,
  type QuietHours,
} from '@heartline/contracts';

/** What a member is told of who changed nothing: what concerns them; advertising only when they ask for it. */
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

/** Types by the kind of mail they come in. */
const SOURCES: Readonly<Record<'activity' | 'offers', readonly NotificationType[]>> = {
  activity: ['new_conversations', 'new_messages', 'like', 'unread_message_reminders', 'reminders'],
  offers: ['promotions', 'weekly_updates', 'news'],
};

/** Where mails to a member come from, and which kinds they get. */
export function emailSources({ email }: Pick<NotificationSettings, 'email'>, from: string): EmailSource[] {
  const optional = (['activity', 'offers'] as const).map((source) => {
    const types = NOTIFICATION_TYPES.filter((type) => SOURCES[source].includes(type));
    return { source, from, types, enabled: types.some((type) => email[type]), required: false };
  });
  return [{ source: 'account', from, types: [], enabled: true, required: true }, ...optional];
}

/** Whether the platform knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}

/** Whether the platform knows a tag as one of this language, such as `de-CH` of `de`. */
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
 * When the quiet hours that hold at `now` end, or undefined while none hold. `from` belongs to them, `to` does not;
 * equal times mean none. A clock that is changed until then is taken into account, so that all of a night end at once.
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
  // A time that the clock leaves out never comes: then they end behind it.
  return minuteOfDay(exact, quiet.time_zone) === to ? exact : end;
}

/** Minutes between two times of day, the shorter way around: from -720 to 719. */
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

/** One of two likes between a member and somebody, as far as telling of it goes. */
interface OneLike {
  /** When it was given, in Unix ms. */
  at: number;
  /** Whether its receiver has yet to look at who gave it. */
  isNew: boolean;
}

/**
 * What a member is to be told of how they stand with somebody: a like, or the match that it made. Nothing of a like that
 * does not stand or was looked at, and nothing of a match that the member's own, later like made: the answer to it said so.
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
