import { createHash } from 'node:crypto';
import webPush from 'web-push';
import type { PushSender } from '../ports.ts';
import { type PostAnswer, postOnce } from './post-once.ts';
import { isPushEndpoint } from './push-hosts.ts';

const DEADLINE_MS = 5_000;
const RETRY_AFTER_MS = { default: 30_000, most: 3_600_000 };

type Outcome = Awaited<ReturnType<PushSender['send']>>;

/**
 * Web push with VAPID. The text is encrypted for the subscribed browser; the push service sees only its size and topic.
 * `localOrigins` are stand-ins of push services for development and tests.
 */
export function createPushSender(options: {
  publicKey: string;
  privateKey: string;
  subject: string;
  localOrigins?: readonly string[];
}): PushSender {
  const { publicKey, privateKey, subject, localOrigins = [] } = options;
  const accepts = (endpoint: string) => isPushEndpoint(endpoint, localOrigins);
  return {
    publicKey,
    accepts,
    async send({ endpoint, p256dh, auth }, payload, { topic, ttlSeconds }) {
      if (!accepts(endpoint)) return { outcome: 'gone' };
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payload,
        {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: ttlSeconds,
          topic: topicOf(topic),
          // Wakes a sleeping phone at once. Without it, Android holds the push back until the phone wakes by itself, up
          // to hours later.
          urgency: 'high',
        },
      );
      const answer = await postOnce(endpoint, {
        headers,
        body,
        deadlineMs: DEADLINE_MS,
        local: localOrigins.includes(new URL(endpoint).origin),
      }).catch(() => undefined);
      return outcomeOf(answer);
    },
  };
}

/** A newer push replaces an undelivered older one with the same topic. Services allow 32 base64url characters. */
function topicOf(topic: string): string {
  return createHash('sha256').update(topic).digest('base64url').slice(0, 32);
}

/**
 * Only 404 and 410 mean that the subscription is dead. All else is retried, including a fault of our keys: a
 * configuration error must not delete all devices.
 */
function outcomeOf(answer: PostAnswer | undefined): Outcome {
  if (answer && answer.status >= 200 && answer.status < 300) return { outcome: 'sent' };
  if (answer?.status === 404 || answer?.status === 410) return { outcome: 'gone' };
  const seconds = Number(answer?.retryAfter);
  const retryAfterMs = seconds > 0 ? seconds * 1_000 : RETRY_AFTER_MS.default;
  return { outcome: 'later', retryAfterMs: Math.min(retryAfterMs, RETRY_AFTER_MS.most) };
}
