import { sweepReturns } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const sweepReturnsJob = (core: Core) => handleJob(sweepReturns, () => core.messaging.sweepReturns());
