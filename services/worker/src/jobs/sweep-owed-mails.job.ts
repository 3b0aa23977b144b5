import { sweepOwedMails } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const sweepOwedMailsJob = (core: Core) =>
  handleJob(sweepOwedMails, () => core.notifications.sweepOwedMails());
