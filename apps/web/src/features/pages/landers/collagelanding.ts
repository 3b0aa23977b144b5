import { msg } from '@lingui/core/macro';
import { Wall } from './kit/wall.tsx';
import type { LanderConfig } from './lander-config.ts';

/** Drifting portraits beside the form. */
export const lander: LanderConfig = {
  layout: 'split',
  headline: msg`So many ways to be yourself`,
  promise: msg`Night owls, early swimmers, people who read on trains. Write to the ones who make you curious.`,
  Art: Wall,
};
