import { msg } from '@lingui/core/macro';
import { Icons } from './kit/icons.tsx';
import type { LanderConfig } from './lander-config.ts';

/** Four promises with a sign each. */
export const lander: LanderConfig = {
  layout: 'stack',
  headline: msg`Dating, minus the bits you hate`,
  promise: msg`We left a few things out. You’ll hardly miss them.`,
  Art: Icons,
};
