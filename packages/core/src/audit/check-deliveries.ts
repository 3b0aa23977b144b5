import { NOTIFICATIONS, NOTIFIED, type NotificationDoc } from '../notifications/index.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

const FINDINGS = 100;

interface MailTimes {
  _id: string;
  takenAt: number | null;
  sentAt: number;
}

/**
 * M7: a push is tried as often as a crash may repeat it and not more; a mail that left is not taken again. One row
 * stands for each recipient, cause and channel, since that is its `_id`.
 */
export async function* checkDeliveries(audit: Audit): AsyncGenerator<Violation> {
  const { mongo, from, until, whole } = audit;
  const { keptMs, maxAttempts } = NOTIFIED;
  const when = whole ? {} : { expiresAt: { $gte: new Date(from + keptMs), $lte: new Date(until + keptMs) } };
  const pushes = mongo.connection
    .collection<NotificationDoc>(NOTIFICATIONS)
    .find({ ...when, attempts: { $gt: maxAttempts } })
    .limit(FINDINGS);
  for await (const { _id, attempts } of pushes) {
    yield { invariant: 'M7', subject: _id, detail: `tried ${attempts} times` };
  }
  const mails = mongo.connection
    .collection<MailTimes>('mails')
    .find({ sentAt: whole ? { $gt: 0 } : { $gte: from, $lte: until } })
    .project<MailTimes>({ takenAt: 1, sentAt: 1 });
  for await (const { _id, takenAt, sentAt } of mails) {
    if ((takenAt ?? 0) > sentAt) yield { invariant: 'M7', subject: _id, detail: 'taken again after it left' };
  }
}
