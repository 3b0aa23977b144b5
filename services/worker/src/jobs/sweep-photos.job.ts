import { sweepPhotos } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

/** Deletes unused pictures of members and, even after a failure, those of reports. */
export const sweepPhotosJob = ({ profiles, safety }: Core) =>
  handleJob(sweepPhotos, async () => {
    try {
      await profiles.sweepPhotos();
    } finally {
      await safety.sweepEvidence();
    }
  });
