import { sweepPhotos } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

/** What nobody holds: pictures of members, and, whether or not that went well, of reports. */
export const sweepPhotosJob = ({ profiles, safety }: Core) =>
  handleJob(sweepPhotos, async () => {
    try {
      await profiles.sweepPhotos();
    } finally {
      await safety.sweepEvidence();
    }
  });
