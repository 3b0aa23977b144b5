import { buildExport } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const buildExportJob = (core: Core) =>
  handleJob(buildExport, ({ member, key }) => core.accounts.buildExport(member, key));
