import { tellSharers } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const tellSharersJob = (core: Core) =>
  handleJob(tellSharers, ({ member }) => core.likes.tellSharers(member));
