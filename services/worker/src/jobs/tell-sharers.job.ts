import { tellSharers } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const tellSharersJob = (core: Core) =>
  handleJob(tellSharers, async ({ member, partners }) => {
    await core.likes.tellSharers(member);
    if (partners) await core.messaging.tellPartners(member);
  });
