import { msg } from '@lingui/core/macro';
import type { LanderConfig } from './lander-config.ts';

/** Words alone. */
export const lander: LanderConfig = {
  layout: 'poster',
  headline: msg`Who needs strings?`,
  promise: msg`Meet someone on your terms. Say what you want, and leave out what you don’t.`,
  lines: [
    msg`No subscription. You pay for messages, one by one.`,
    msg`No distance on display. Where you are stays with you.`,
    msg`No pressure. Leave whenever you like, with your data.`,
  ],
};
