import { msg } from '@lingui/core/macro';
import { AskRegion } from './kit/ask-region.tsx';
import { AskWho } from './kit/ask-who.tsx';
import { StepScenes } from './kit/step-scenes.tsx';
import type { LanderConfig } from './lander-config.ts';

/** Three scenes that change with the questions. */
export const lander: LanderConfig = {
  layout: 'split',
  scenes: ['cafe', 'quay', 'hills'],
  usesRegions: true,
  headline: msg`It starts with a coffee`,
  promise: msg`Two short questions, then you can look around.`,
  formTitle: msg`And then, who knows`,
  steps: [{ Body: AskWho }, { title: msg`Next, by the water`, Body: AskRegion }],
  Art: StepScenes,
};
