import { msg } from '@lingui/core/macro';
import { ChosenRegion, RegionMap } from './kit/region-map.tsx';
import type { LanderConfig } from './lander-config.ts';

/** The visitor's country, to choose a region on. */
export const lander: LanderConfig = {
  layout: 'split',
  usesRegions: true,
  headline: msg`Where should we start looking?`,
  promise: msg`Choose your region. That’s as close as anyone gets to knowing where you are.`,
  withoutRegions: msg`Your region is as close as anyone gets to knowing where you are.`,
  Art: RegionMap,
  BeforeForm: ChosenRegion,
};
