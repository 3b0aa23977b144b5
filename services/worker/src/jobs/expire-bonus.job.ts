import { expireBonus } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const expireBonusJob = (core: Core) =>
  handleJob(expireBonus, ({ member }) => core.payments.expireBonus(member));
