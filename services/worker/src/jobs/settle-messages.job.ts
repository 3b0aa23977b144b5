import { settleMessages } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const settleMessagesJob = (core: Core) =>
  handleJob(settleMessages, ({ items }) => core.messaging.settleMessages(items));
