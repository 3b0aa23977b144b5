import { notifySharers } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const notifySharersJob = (core: Core) =>
  handleJob(notifySharers, async ({ member, partners }) => {
    await core.likes.notifySharers(member);
    if (partners) await core.messaging.notifyPartners(member);
  });
