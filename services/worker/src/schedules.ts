import {
  auditLedgers,
  countVisits,
  followDisputes,
  reconcileDay,
  reconcilePayments,
  remindDebtors,
  sweepAccounts,
  sweepMails,
  sweepMessages,
  sweepPendingMails,
  sweepPhotos,
  sweepReturns,
} from '@heartline/contracts';
import type { Schedule } from '@heartline/platform';
import type { WorkerConfig } from './config.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Everything that runs by the clock; everything stored is walked every so many days, by night. */
export function schedulesOf({ fullCheckDays }: Pick<WorkerConfig, 'fullCheckDays'>): readonly Schedule[] {
  const data = { windowMs: (fullCheckDays + 1) * DAY, whole: true };
  const whole = schedule('audit-ledgers-whole', auditLedgers, fullCheckDays * DAY, data);
  return [...SCHEDULES, { ...whole, firstAt: () => nextNight(Date.now()) }];
}

/** Three in the morning where the worker runs. */
const NIGHT_HOUR = 3;

/** The next time it is night after this one, both in Unix ms. */
export function nextNight(now: number): number {
  const night = new Date(now);
  night.setHours(NIGHT_HOUR, 0, 0, 0);
  if (night.getTime() <= now) night.setDate(night.getDate() + 1);
  return night.getTime();
}

/**
 * The part of the log before its watermark that a sweep reads again (decision 004). The quick sweep reads none: a hold is
 * 20 s old by then, longer than late writes (10 s) and clock differences (2 s). The others find writes of a gateway that
 * was suspended, and wrong clocks.
 */
const OVERLAP_MS = { quick: 0, late: 5 * MINUTE, day: DAY };

/** Scheduled jobs; each runs once over all workers. */
const SCHEDULES: readonly Schedule[] = [
  schedule('sweep-messages', sweepMessages, 5 * SECOND, { windowMs: OVERLAP_MS.quick }),
  schedule('sweep-messages-late', sweepMessages, 5 * MINUTE, { windowMs: OVERLAP_MS.late }),
  schedule('sweep-messages-day', sweepMessages, DAY, { windowMs: OVERLAP_MS.day }),
  schedule('sweep-returns', sweepReturns, 5 * SECOND, {}),
  // A row that takes long holds the quick pass: what came due since waits for this one.
  schedule('sweep-returns-late', sweepReturns, 5 * MINUTE, {}),
  schedule('sweep-mails', sweepMails, 10 * SECOND, {}),
  schedule('sweep-owed-mails', sweepPendingMails, MINUTE, {}),
  schedule('sweep-photos', sweepPhotos, 5 * MINUTE, {}),
  schedule('sweep-accounts', sweepAccounts, 10 * MINUTE, {}),
  schedule('reconcile-payments', reconcilePayments, MINUTE, {}),
  schedule('follow-disputes', followDisputes, 10 * MINUTE, {}),
  schedule('reconcile-day', reconcileDay, DAY, {}),
  schedule('remind-debtors', remindDebtors, HOUR, {}),
  schedule('count-visits', countVisits, HOUR, {}),
  schedule('audit-ledgers', auditLedgers, HOUR, { windowMs: 2 * HOUR }),
];

function schedule(
  id: string,
  {
    name,
    queue,
  }: Pick<
    | typeof sweepMessages
    | typeof sweepReturns
    | typeof sweepMails
    | typeof sweepAccounts
    | typeof sweepPhotos
    | typeof sweepPendingMails
    | typeof followDisputes
    | typeof reconcileDay
    | typeof reconcilePayments
    | typeof countVisits
    | typeof remindDebtors
    | typeof auditLedgers,
    'name' | 'queue'
  >,
  everyMs: number,
  data: object,
): Schedule {
  return { id, name, queue, everyMs, data };
}
