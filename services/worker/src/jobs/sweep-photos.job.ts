import { sweepPhotos } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { handleJob } from '../handle-job.ts';

export const sweepPhotosJob = (core: Core) => handleJob(sweepPhotos, () => core.profiles.sweepPhotos());
