import { remindDebtors } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const remindDebtorsJob = (core: Core) => handleJob(remindDebtors, () => core.payments.remindDebtors());
