import { NOTIFICATIONS, NOTIFIED, type NotificationDoc } from '../notifications/index.ts';
import { chosenDocuments, everyDocument } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

const FINDINGS = 100;

interface MailTimes {
  _id: string;
  takenAt: number | null;
  sentAt: number | null;
}

/**
 * M7: a push is tried only as often as a crash may repeat it, and a sent mail is not taken again. There is
 * one row per recipient, cause and channel, since that is its `_id`.
 */
export async function* checkDeliveries(audit: Audit): AsyncGenerator<Violation> {
  yield* checkPushes(audit);
  yield* checkMails(audit);
}

async function* checkPushes(audit: Audit): AsyncGenerator<Violation> {
  let findings = 0;
  for await (const docs of pushesOf(audit)) {
    for (const { _id, attempts } of docs) {
      if (attempts <= NOTIFIED.maxAttempts) continue;
      yield { invariant: 'M7', subject: _id, detail: `tried ${attempts} times` };
      findings += 1;
      if (findings === FINDINGS) return;
    }
  }
}

/** No index has the number of attempts: the database cannot scan all rows at once. */
function pushesOf(audit: Audit): AsyncGenerator<NotificationDoc[]> {
  const { from, until, whole } = audit;
  if (whole) return everyDocument<NotificationDoc>(audit, NOTIFICATIONS, ['attempts']);
  const { retentionMs, maxAttempts } = NOTIFIED;
  const expiresAt = { $gte: new Date(from + retentionMs), $lte: new Date(until + retentionMs) };
  const tooOften = { expiresAt, attempts: { $gt: maxAttempts } };
  return chosenDocuments<NotificationDoc>(audit, NOTIFICATIONS, tooOften, ['attempts']);
}

async function* checkMails(audit: Audit): AsyncGenerator<Violation> {
  const { from, until, whole } = audit;
  const fields = ['takenAt', 'sentAt'] as const;
  const sent = whole
    ? everyDocument<MailTimes>(audit, 'mails', fields)
    : chosenDocuments<MailTimes>(audit, 'mails', { sentAt: { $gte: from, $lte: until } }, fields);
  for await (const mails of sent) {
    for (const { _id, takenAt, sentAt } of mails) {
      if (sentAt === null || (takenAt ?? 0) <= sentAt) continue;
      yield { invariant: 'M7', subject: _id, detail: 'taken again after it was sent' };
    }
  }
}
