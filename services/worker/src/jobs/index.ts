import type { Core } from '@heartline/core';
import type { JobHandler, Logger, Mailer } from '@heartline/platform';
import { type Auditor, auditLedgersJob } from './audit-ledgers.job.ts';
import { buildExportJob } from './build-export.job.ts';
import { countVisitsJob } from './count-visits.job.ts';
import { expireBonusJob } from './expire-bonus.job.ts';
import { followDisputesJob } from './follow-disputes.job.ts';
import { notifyLikeJob } from './notify-like.job.ts';
import { notifyMessagesJob } from './notify-messages.job.ts';
import { notifySharersJob } from './notify-sharers.job.ts';
import { reconcileDayJob } from './reconcile-day.job.ts';
import { reconcilePaymentsJob } from './reconcile-payments.job.ts';
import { remindDebtorsJob } from './remind-debtors.job.ts';
import { sendMailJob } from './send-mail.job.ts';
import { settleMessagesJob } from './settle-messages.job.ts';
import { sweepAccountsJob } from './sweep-accounts.job.ts';
import { sweepMailsJob } from './sweep-mails.job.ts';
import { sweepMessagesJob } from './sweep-messages.job.ts';
import { sweepPendingMailsJob } from './sweep-pending-mails.job.ts';
import { sweepPhotosJob } from './sweep-photos.job.ts';
import { sweepReturnsJob } from './sweep-returns.job.ts';

/** Dependencies of jobs beyond use cases. */
export interface JobDeps {
  core: Core;
  mailer: Mailer;
  logger: Logger;
  auditor: Auditor;
}

/** Every job of the house. A feature adds its own here and nothing else. */
export function createJobs({ core, mailer, logger, auditor }: JobDeps): readonly JobHandler[] {
  return [
    settleMessagesJob(core),
    sweepMessagesJob(core),
    sweepReturnsJob(core),
    notifyMessagesJob(core),
    notifyLikeJob(core),
    sendMailJob(core, mailer),
    sweepMailsJob(core),
    sweepPendingMailsJob(core),
    sweepPhotosJob(core),
    sweepAccountsJob(core),
    buildExportJob(core),
    expireBonusJob(core),
    reconcilePaymentsJob(core),
    reconcileDayJob(core),
    remindDebtorsJob(core),
    followDisputesJob(core),
    notifySharersJob(core),
    countVisitsJob(core),
    auditLedgersJob(auditor, logger),
  ];
}
