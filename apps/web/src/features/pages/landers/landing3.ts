import { msg } from '@lingui/core/macro';
import { MemberWords } from './kit/member-art.tsx';
import type { LanderConfig } from './lander-config.ts';

/** A member's own words, then the form. */
export const lander: LanderConfig = {
  layout: 'split',
  headline: msg`Everyone here has something to say`,
  promise: msg`Join free to read on, and answer when you like.`,
  withMember: {
    headline: msg({ message: '{name}, in their own words' }),
    promise: msg`Join free to read on, and answer when you like.`,
  },
  Art: MemberWords,
};
