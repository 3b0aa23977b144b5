import {
  auditLedgers,
  reconcilePayments,
  sweepAccounts,
  sweepMails,
  sweepMessages,
  sweepPhotos,
} from '@heartline/contracts';
import type { Schedule } from '@heartline/platform';
import type { WorkerConfig } from './config.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Everything that runs by the clock; everything stored is walked every so many days. */
export function schedulesOf({ auditWholeDays }: Pick<WorkerConfig, 'auditWholeDays'>): readonly Schedule[] {
  const whole = { windowMs: (auditWholeDays + 1) * DAY, whole: true };
  return [...SCHEDULES, schedule('audit-ledgers-whole', auditLedgers, auditWholeDays * DAY, whole)];
}

/**
 * How much of the log before its mark a sweep reads again. The quick one only what passes while it runs; the one each
 * minute more than clocks may differ (2 s) and writes may be late (10 s); the deep one two days (decision 004).
 */
const OVERLAP_MS = { quick: 5 * SECOND, minute: MINUTE, deep: 2 * DAY };

/** What runs by the clock, once over all workers. */
const SCHEDULES: readonly Schedule[] = [
  schedule('sweep-messages', sweepMessages, 5 * SECOND, { windowMs: OVERLAP_MS.quick }),
  schedule('sweep-messages-minute', sweepMessages, MINUTE, { windowMs: OVERLAP_MS.minute }),
  schedule('sweep-messages-deep', sweepMessages, HOUR, { windowMs: OVERLAP_MS.deep }),
  schedule('sweep-mails', sweepMails, 10 * SECOND, {}),
  schedule('sweep-photos', sweepPhotos, 5 * MINUTE, {}),
  schedule('sweep-accounts', sweepAccounts, 10 * MINUTE, {}),
  schedule('reconcile-payments', reconcilePayments, MINUTE, {}),
  schedule('audit-ledgers', auditLedgers, HOUR, { windowMs: 2 * HOUR }),
];

function schedule(
  id: string,
  {
    name,
    queue,
  }: Pick<
    | typeof sweepMessages
    | typeof sweepMails
    | typeof sweepAccounts
    | typeof sweepPhotos
    | typeof reconcilePayments
    | typeof auditLedgers,
    'name' | 'queue'
  >,
  everyMs: number,
  data: object,
): Schedule {
  return { id, name, queue, everyMs, data };
}
