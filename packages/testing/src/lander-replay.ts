import {
  type InputOf,
  type LanderFigures,
  type LanderName,
  type LanderSplit,
  type Locale,
  reportVisit,
  signUp,
} from '@heartline/contracts';
import { shareOf } from '@heartline/domain';
import type { HttpClient } from './http-client.ts';
import { signUpForm } from './sign-up-form.ts';

/** A visitor of a landing page. Every fact follows from the visitor's number, so that all figures do. */
export interface ReplayedVisit {
  lander: LanderName;
  slug: string;
  variant: string;
  locale: Locale;
  network: string;
}

export const visitOf = (n: number): ReplayedVisit => ({
  lander: n % 5 === 0 ? 'video' : 'gallery',
  slug: n % 3 === 0 ? 'winter' : 'summer',
  variant: n % 2 === 0 ? 'a' : 'b',
  locale: n % 7 === 0 ? 'de' : 'nl',
  network: n % 4 === 0 ? 'acme' : '',
});

/** The campaigns of these visits, which an operator sets up first. */
export const REPLAYED_CAMPAIGNS = ['gallery', 'video'].flatMap((lander) =>
  ['summer', 'winter'].map((slug) => ({
    lander,
    slug,
    variants: [
      { name: 'a', weight: 60 },
      { name: 'b', weight: 40 },
    ],
  })),
);

/** The names of a visitor's row in each split. */
export const REPLAYED_SPLITS = {
  lander: ({ lander }) => ({ lander }),
  slug: ({ lander, slug }) => ({ lander, slug }),
  variant: ({ lander, slug, variant }) => ({ lander, slug, variant }),
  network: ({ network }) => ({ network }),
  ref: ({ network }) => ({ network, ref: network ? 'r-1' : '' }),
  locale: ({ locale }) => ({ locale }),
} satisfies Partial<Record<LanderSplit | 'lander', (visit: ReplayedVisit) => LanderFigures['of']>>;
export type ReplayedSplit = keyof typeof REPLAYED_SPLITS;

/** Every tenth visitor begins a sign-up. */
const starts = (n: number) => n % 10 === 0;

/** Reports the visit of a number, by a client that may be used for further visits. */
export async function replayVisit(client: HttpClient, n: number): Promise<void> {
  const { network, ...facts } = visitOf(n);
  if (network) client.cookies.set('network', encodeURIComponent(`network=${network}&ref=r-1`));
  else client.cookies.delete('network');
  const report = (kind: InputOf<typeof reportVisit>['kind']) =>
    client.call(reportVisit, { site: 'default', ...facts, kind });
  await report('view');
  if (starts(n)) await report('start');
}

/** Signs the visitor of a number up, by a client of its own. */
export async function replaySignUp(client: HttpClient, n: number): Promise<void> {
  const { lander, slug, variant, locale, network } = visitOf(n);
  if (network) client.cookies.set('network', encodeURIComponent(`network=${network}&ref=r-1`));
  const tag = { site: 'default', lander, slug, variant };
  await client.call(signUp, signUpForm({ language: locale, lander: tag }));
}

/** Numbers of visitors, and of the first ones who signed up, confirmed their address and bought. */
export interface ReplayedCounts {
  views: number;
  signUps: number;
  activated?: number;
  buyers?: number;
}

/** The rows of a split as they follow from the numbers alone, without their revenue. */
export function replayedFigures(
  split: ReplayedSplit,
  { views, signUps, activated = 0, buyers = 0 }: ReplayedCounts,
): Omit<LanderFigures, 'revenue'>[] {
  const nameOf = (n: number) => JSON.stringify(REPLAYED_SPLITS[split](visitOf(n)));
  const all = Array.from({ length: views }, (_, n) => n);
  return [...new Set(all.map(nameOf))].map((name) => {
    const own = all.filter((n) => nameOf(n) === name);
    const first = (until: number) => own.filter((n) => n < until).length;
    const counts = {
      views: own.length,
      starts: own.filter(starts).length,
      swipes: 0,
      signUps: first(signUps),
      activated: first(activated),
      buyers: first(buyers),
    };
    return {
      of: JSON.parse(name) as LanderFigures['of'],
      ...counts,
      rates: {
        start: shareOf(counts.starts, counts.views),
        signUp: shareOf(counts.signUps, counts.views),
        activation: shareOf(counts.activated, counts.signUps),
        purchase: shareOf(counts.buyers, counts.signUps),
      },
    };
  });
}
