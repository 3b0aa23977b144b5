import { sweepMails } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const sweepMailsJob = (core: Core) => handleJob(sweepMails, () => core.accounts.sweepMails());
