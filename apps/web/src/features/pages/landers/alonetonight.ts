import { msg } from '@lingui/core/macro';
import { AskBorn } from './kit/ask-born.tsx';
import { AskRegion } from './kit/ask-region.tsx';
import { AskWho } from './kit/ask-who.tsx';
import { AskYesNo } from './kit/ask-yes-no.tsx';
import type { LanderConfig } from './lander-config.ts';

/** A few questions over the city at night. The answers begin the sign-up. */
export const lander: LanderConfig = {
  layout: 'scene',
  scenes: ['night-city'],
  usesRegions: true,
  headline: msg`Alone tonight?`,
  promise: msg`A few short answers, and you can start a good conversation.`,
  formTitle: msg`Where can we reach you?`,
  steps: [
    { Body: AskYesNo },
    { title: msg`Who are you hoping to meet?`, Body: AskWho },
    { title: msg`When were you born?`, Body: AskBorn },
    { title: msg`Where do you live?`, Body: AskRegion },
  ],
};
