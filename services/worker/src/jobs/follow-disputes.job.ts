import { followDisputes } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const followDisputesJob = (core: Core) =>
  handleJob(followDisputes, () => core.payments.followDisputes());
