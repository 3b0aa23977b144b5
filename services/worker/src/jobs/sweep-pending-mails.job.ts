import { sweepPendingMails } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const sweepPendingMailsJob = (core: Core) =>
  handleJob(sweepPendingMails, () => core.notifications.sweepPendingMails());
