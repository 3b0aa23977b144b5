import { sweepAccounts } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const sweepAccountsJob = (core: Core) => handleJob(sweepAccounts, () => core.accounts.sweepAccounts());
