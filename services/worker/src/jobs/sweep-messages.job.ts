import { sweepMessages } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const sweepMessagesJob = (core: Core) =>
  handleJob(sweepMessages, ({ windowMs }) => core.messaging.sweepMessages(windowMs));
