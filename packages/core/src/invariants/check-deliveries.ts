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
 * M7: a push is tried as often as a crash may repeat it and not more; a mail that left is not taken again. One row
 * stands for each recipient, cause and channel, since that is its `_id`.
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

/** No index knows how often one was tried: all there are are too many for the engine to look through at once. */
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
      yield { invariant: 'M7', subject: _id, detail: 'taken again after it left' };
    }
  }
}
