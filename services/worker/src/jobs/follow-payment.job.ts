import { followPaymentJob as job } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const followPaymentJob = (core: Core) =>
  handleJob(job, ({ payment }) => core.payments.followReported(payment));
