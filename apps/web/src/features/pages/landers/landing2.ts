import { msg } from '@lingui/core/macro';
import { AskWho } from './kit/ask-who.tsx';
import { MemberArt } from './kit/member-art.tsx';
import type { LanderConfig } from './lander-config.ts';

/** One question, then a member's card and the form. */
export const lander: LanderConfig = {
  layout: 'split',
  headline: msg`Who are you hoping to meet?`,
  promise: msg`One question, then you can say hello.`,
  formTitle: msg`Say hello to someone new`,
  withMember: {
    headline: msg`Who are you hoping to meet?`,
    promise: msg({ message: 'One question, then you can write to {name}.' }),
  },
  steps: [{ Body: AskWho }],
  Art: MemberArt,
};
