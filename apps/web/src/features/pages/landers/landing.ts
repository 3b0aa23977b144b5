import { msg } from '@lingui/core/macro';
import { MemberArt } from './kit/member-art.tsx';
import type { LanderConfig } from './lander-config.ts';

/** A member's card and the form. */
export const lander: LanderConfig = {
  layout: 'split',
  headline: msg`Say hello to someone new`,
  promise: msg`Join free, look around, and write to the people you like.`,
  withMember: {
    headline: msg({ message: 'Write to {name}' }),
    promise: msg`Join free and say hello. You see what a message costs before you send it.`,
  },
  Art: MemberArt,
};
