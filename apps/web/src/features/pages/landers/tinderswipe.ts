import { msg } from '@lingui/core/macro';
import { Deck } from './kit/deck.tsx';
import { Liked } from './kit/liked.tsx';
import type { LanderConfig } from './lander-config.ts';

/** A few cards to swipe. The form keeps what was liked. */
export const lander: LanderConfig = {
  layout: 'question',
  headline: msg`What would you say yes to?`,
  promise: msg`Right for yes, left for no. There are no wrong answers.`,
  formTitle: msg`Now find someone who said yes too`,
  steps: [{ Body: Deck }],
  Art: Liked,
};
