import { notifyMessages } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const notifyMessagesJob = (core: Core) =>
  handleJob(notifyMessages, async ({ items }) => {
    const members = items.map(({ recipient }) => recipient);
    await Promise.all([
      core.notifications.notifyMessages(items),
      core.notifications.addPendingMail('messages', members),
    ]);
  });
