import { reconcilePayments } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const reconcilePaymentsJob = (core: Core) =>
  handleJob(reconcilePayments, () => core.payments.reconcilePayments());
