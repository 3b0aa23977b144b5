import { msg } from '@lingui/core/macro';
import { Gallery } from './kit/gallery.tsx';
import type { LanderConfig } from './lander-config.ts';

/** A grid of portraits, blurred beyond the first row. */
export const lander: LanderConfig = {
  layout: 'stack',
  headline: msg`A face is a good beginning`,
  promise: msg`Join free to see members’ photos and read what they have to say.`,
  Art: Gallery,
};
