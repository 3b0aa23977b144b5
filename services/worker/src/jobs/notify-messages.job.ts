import { notifyMessages } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const notifyMessagesJob = (core: Core) =>
  handleJob(notifyMessages, ({ items }) => core.notifications.notifyMessages(items));
