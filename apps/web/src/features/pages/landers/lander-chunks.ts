import type { Lander, MemberLander } from '@heartline/contracts';
import type { LanderConfig } from './lander-config.ts';

type Load = () => Promise<{ lander: LanderConfig }>;

/** The configuration of each lander, in a chunk of its own. */
export const LANDER_CHUNKS: Readonly<Record<Lander | Exclude<MemberLander, 'signup'>, Load>> = {
  adultonly: () => import('./adultonly.ts'),
  tinderswipe: () => import('./tinderswipe.ts'),
  whoneedsstrings: () => import('./whoneedsstrings.ts'),
  alonetonight: () => import('./alonetonight.ts'),
  collagelanding: () => import('./collagelanding.ts'),
  gallery: () => import('./gallery.ts'),
  iconslanding: () => import('./iconslanding.ts'),
  maplanding: () => import('./maplanding.ts'),
  socialnetwork: () => import('./socialnetwork.ts'),
  transitionsvideolanding: () => import('./transitionsvideolanding.ts'),
  video: () => import('./video.ts'),
  landing: () => import('./landing.ts'),
  landing2: () => import('./landing2.ts'),
  landing3: () => import('./landing3.ts'),
};
