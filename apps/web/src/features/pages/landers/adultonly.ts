import { msg } from '@lingui/core/macro';
import { AskAge } from './kit/ask-age.tsx';
import type { LanderConfig } from './lander-config.ts';

/** One question over the whole window. */
export const lander: LanderConfig = {
  layout: 'question',
  isEntryQuestion: true,
  headline: msg({ message: 'Are you {age} or older?' }),
  promise: msg({ message: 'On {site}, adults talk openly about love and sex. Everyone else stays outside.' }),
  formTitle: msg`Good. Come in.`,
  steps: [{ Body: AskAge }],
};
