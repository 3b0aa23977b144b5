import { reconcileDay } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const reconcileDayJob = (core: Core) => handleJob(reconcileDay, () => core.payments.reconcileDay());
