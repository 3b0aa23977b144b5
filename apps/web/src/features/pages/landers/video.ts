import { msg } from '@lingui/core/macro';
import type { LanderConfig } from './lander-config.ts';

/** The operator's video, or a drawn scene, behind the form. */
export const lander: LanderConfig = {
  layout: 'scene',
  scenes: ['quay'],
  headline: msg`The evening is still young`,
  promise: msg`Find someone worth staying out for. It’s free to join, and you pay for messages, never for a subscription.`,
};
