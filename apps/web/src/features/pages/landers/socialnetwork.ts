import { msg } from '@lingui/core/macro';
import { Feed } from './kit/feed.tsx';
import type { LanderConfig } from './lander-config.ts';

/** Example posts, with the form beside them. */
export const lander: LanderConfig = {
  layout: 'rail',
  headline: msg`Read people before you meet them`,
  promise: msg`Members answer a few good questions in their own words. These are examples. The real answers are inside.`,
  Art: Feed,
};
