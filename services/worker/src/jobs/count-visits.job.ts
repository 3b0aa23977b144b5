import { countVisits } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

/** Counts the visits of landers by day. */
export const countVisitsJob = ({ pages }: Core) => handleJob(countVisits, () => pages.landers.countVisits());
