import { createHash } from 'node:crypto';
import webPush from 'web-push';
import type { PushSender } from '../ports.ts';
import { type PostAnswer, postOnce } from './post-once.ts';
import { isPushEndpoint } from './push-hosts.ts';

const DEADLINE_MS = 5_000;
const RETRY_AFTER_MS = { default: 30_000, most: 3_600_000 };

type Outcome = Awaited<ReturnType<PushSender['send']>>;

/**
 * Web push by VAPID: the text is encrypted for the one browser that subscribed, and the push service sees its size
 * and topic only. `localOrigins` names stand-ins of push services for development and tests.
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
          // Somebody wrote and it is shown at once: a phone that sleeps locked in a pocket may wake for it. Without this
          // Android holds it back until the phone next wakes by itself, up to hours.
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

/** A topic lets a newer push replace an older one that was not delivered yet; services allow 32 base64url characters. */
function topicOf(topic: string): string {
  return createHash('sha256').update(topic).digest('base64url').slice(0, 32);
}

/**
 * Only 404 and 410 mean that the subscription is dead. Anything else, a wrong key of ours included, is tried again:
 * a mistake in the configuration must not delete everybody's devices.
 */
function outcomeOf(answer: PostAnswer | undefined): Outcome {
  if (answer && answer.status >= 200 && answer.status < 300) return { outcome: 'sent' };
  if (answer?.status === 404 || answer?.status === 410) return { outcome: 'gone' };
  const seconds = Number(answer?.retryAfter);
  const retryAfterMs = seconds > 0 ? seconds * 1_000 : RETRY_AFTER_MS.default;
  return { outcome: 'later', retryAfterMs: Math.min(retryAfterMs, RETRY_AFTER_MS.most) };
}
