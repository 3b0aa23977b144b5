import { notifyLike } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const notifyLikeJob = (core: Core) =>
  handleJob(notifyLike, async (pair) => {
    await Promise.all([
      core.notifications.notifyLike(pair),
      core.notifications.addPendingMail('likes', [pair.member]),
    ]);
  });
