import * as z from 'zod/mini';
import { defineCall, defineJob } from './define.ts';
import { conversationId, done, id, seq } from './shapes.ts';

/** A browser’s push subscription, as `PushSubscription.toJSON()` gives it. */
export const pushSubscription = z.strictObject({
  /** Address at the push service. */
  endpoint: z.string().check(z.maxLength(1_000)),
  /** When the browser says that it ends; null for never. */
  expirationTime: z.optional(z.nullable(z.number())),
  /** Keys that pushes are encrypted with. */
  keys: z.strictObject({
    /** Public key of the browser, base64url. */
    p256dh: z.string().check(z.maxLength(200)),
    /** Secret of the subscription, base64url. */
    auth: z.string().check(z.maxLength(100)),
  }),
});
export type PushSubscriptionInput = z.infer<typeof pushSubscription>;

export const registerPush = defineCall({
  name: 'registerPush',
  feature: 'notifications',
  summary:
    'Registers this device for web push, also before the activation: the sign-up asks. A second call with the same endpoint changes nothing.',
  access: 'signed-in',
  method: 'POST',
  path: '/api/user.php',
  when: { push: '1' },
  input: z.strictObject({
    /** The subscription of this browser. */
    subscription: pushSubscription,
  }),
  output: done,
  refusals: ['VALIDATION_FAILED'],
  limit: 'write',
});

export const unregisterPush = defineCall({
  name: 'unregisterPush',
  feature: 'notifications',
  summary: 'This browser takes no pushes any more. A browser that is not the member’s is left alone.',
  access: 'signed-in',
  method: 'DELETE',
  path: '/api/user.php',
  when: { push: '1' },
  input: z.strictObject({
    /** Address at the push service of the subscription to end. */
    endpoint: z.string().check(z.maxLength(1_000)),
  }),
  output: done,
  refusals: [],
  limit: 'write',
});

/**
 * The encrypted payload for the service worker. Its text is in the member’s language; `badge` counts unread messages and
 * new likes.
 */
export const pushPayload = z.strictObject({
  kind: z.enum(['message', 'like', 'match']),
  title: z.string(),
  body: z.string(),
  /** Of one that names somebody or shows words: what stands in their place where nobody may be signed in any more. */
  discreet: z.optional(z.strictObject({ title: z.string(), body: z.string() })),
  tag: z.string(),
  url: z.string(),
  badge: z.int(),
  /** The sender of a like that names its sender. The push is for another account if they don’t like the signed-in member. */
  liker: z.optional(id),
  /** Of a message: its row, so that a page that knows it was read takes the notice away. */
  seq: z.optional(z.int()),
  /** When what it says was looked up, in Unix ms: it may arrive much later. */
  at: z.optional(z.int()),
  /** The first unread row of each conversation that had one then, by the tag of its notice; left out where they are too many. */
  unread: z.optional(z.record(z.string(), z.int())),
});
export type PushPayload = z.infer<typeof pushPayload>;

/** Turns mails of one kind off by a signed link of a mail, without a log-in: a page asks, a POST does it (RFC 8058). */
export const MAIL_OFF_PATH = '/api/mail-off.php';

export const sweepPendingMails = defineJob({
  name: 'sweep-owed-mails',
  feature: 'notifications',
  summary:
    'Looks at whom news waits for: unseen for a while, wanted by mail, nobody in front, no quiet hours? Then one mail of it.',
  queue: 'timers',
  data: z.strictObject({}),
});

export const notifyLike = defineJob({
  name: 'notify-like',
  feature: 'notifications',
  summary:
    'Seconds after somebody liked a member: does the like stand, unseen, and did it make a match? Then one push of it, once per pair.',
  queue: 'notify',
  data: z.strictObject({
    member: id,
    /** The member who likes them. */
    other: id,
  }),
});

export const notifyMessages = defineJob({
  name: 'notify-messages',
  feature: 'notifications',
  summary:
    'Asks again, seconds later: read? focused? blocked? allowed? Then one push per message cause and member.',
  queue: 'notify',
  data: z.strictObject({
    items: z.array(
      z.strictObject({
        /** The member to notify. */
        recipient: id,
        conversation: conversationId,
        seq,
      }),
    ),
  }),
});
