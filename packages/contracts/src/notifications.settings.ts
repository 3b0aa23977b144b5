import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { nothing } from './shapes.ts';

/** Types of notifications (specification, section 3), in the order of the settings page. */
export const NOTIFICATION_TYPES = [
  'new_conversations',
  'new_messages',
  'like',
  'unread_message_reminders',
  'promotions',
  'weekly_updates',
  'news',
  'reminders',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const NOTIFICATION_CHANNELS = ['push', 'email'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

const types = {
  /** First messages of people the member has no conversation with. */
  new_conversations: z.boolean(),
  /** Messages in conversations. */
  new_messages: z.boolean(),
  /** Likes and matches. */
  like: z.boolean(),
  /** Reminders of messages that stay unread. */
  unread_message_reminders: z.boolean(),
  /** Offers of the site. */
  promotions: z.boolean(),
  /** The week’s news about the member’s profile. */
  weekly_updates: z.boolean(),
  /** News of the site. */
  news: z.boolean(),
  /** Reminders to come back. */
  reminders: z.boolean(),
};
const someTypes = z.partial(z.strictObject(types));

/** A time of day, `22:30`, on the clock of `time_zone`. */
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** Hours without pushes: from one time of day to another, over midnight too. */
export const quietHours = z.strictObject({
  /** When they begin, such as `22:30`. */
  from: timeOfDay,
  /** When they end, such as `07:00`. */
  to: timeOfDay,
  time_zone: z.string().check(z.maxLength(60)),
});
export type QuietHours = z.infer<typeof quietHours>;

export const notificationSettings = z.strictObject({
  /** The types sent by push. */
  push: z.strictObject(types),
  /** The types sent by mail. */
  email: z.strictObject(types),
  /** Hours without pushes; null for none. */
  quiet_hours: z.nullable(quietHours),
  /** Pushes name neither the sender nor the words. */
  discreet_push: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** One kind of mail the site sends, from whom, and whether the member gets any of it. */
export const emailSource = z.strictObject({
  /** The kind of mail. */
  source: z.enum(['account', 'activity', 'offers']),
  /** The address it comes from; empty when the installation’s mail server says. */
  from: z.string(),
  /** The settings that switch it. */
  types: z.array(z.enum(NOTIFICATION_TYPES)),
  /** True if any of it is sent. */
  enabled: z.boolean(),
  /** Mails of the account itself, such as a new password: always sent. */
  required: z.boolean(),
});
export type EmailSource = z.infer<typeof emailSource>;

/** The notification settings of a member. */
const notifications = z.strictObject({
  /** The settings. */
  settings: notificationSettings,
  /** Mails by where they come from. */
  email_sources: z.array(emailSource),
  /** Why no mail is sent at all; empty while it is. */
  notifications_disabled: z.array(z.enum(['fbl', 'bounce', 'listunsubscribe'])),
});
export type Notifications = z.infer<typeof notifications>;

export const getNotifications = defineCall({
  name: 'getNotifications',
  feature: 'notifications',
  summary: 'What the member is told of, by push and by mail, and why mail is off if it is.',
  access: 'signed-in',
  method: 'GET',
  path: '/api/notifications.php',
  input: nothing,
  output: notifications,
  refusals: [],
  limit: 'read',
});

export const updateNotifications = defineCall({
  name: 'updateNotifications',
  feature: 'notifications',
  summary: 'Changes the settings that are given and leaves the others. Repeating changes nothing.',
  access: 'signed-in',
  method: 'PUT',
  path: '/api/notifications.php',
  input: z.strictObject({
    /** Switches of pushes to change. */
    push: z.optional(someTypes),
    /** Switches of mails to change. */
    email: z.optional(someTypes),
    /** New quiet hours; null for none. */
    quiet_hours: z.optional(z.nullable(quietHours)),
    /** True if pushes contain neither the sender nor the text. */
    discreet_push: z.optional(z.boolean()),
  }),
  output: notifications,
  refusals: ['VALIDATION_FAILED'],
  limit: 'write',
});

export const enableMail = defineCall({
  name: 'enableMail',
  feature: 'notifications',
  summary: 'The member wants mail again after a complaint, a bounce or an unsubscribe.',
  access: 'signed-in',
  method: 'POST',
  path: '/api/notifications.php',
  input: nothing,
  output: notifications,
  refusals: [],
  limit: 'write',
});
