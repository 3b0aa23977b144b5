import type {
  LanderName,
  LanderPicture,
  LanderTexts,
  LanderVideo,
  Locale,
  VisitKind,
} from '@heartline/contracts';
import type { CounterDoc, Mongo } from '@heartline/platform';

/** One look of a campaign. */
export interface VariantRow {
  name: string;
  /** Percent of the visitors who see it. */
  weight: number;
  /** Words in every language of the site; none for those of the page itself. */
  texts: Partial<Record<Locale, LanderTexts>>;
  pictures: LanderPicture[];
  video: LanderVideo | null;
}

/**
 * A campaign: an operator's content for a lander. `_id` is `<site>:<lander>:<slug>`, with an empty slug for the lander
 * itself. The site `default` holds for every site without a campaign of that name.
 */
export interface LanderRow {
  _id: string;
  site: string;
  lander: LanderName;
  slug: string;
  /** Language for visitors who chose none; null for theirs. */
  language: Locale | null;
  variants: VariantRow[];
  /** True after an operator ended it: the lander shows its own words. */
  off: boolean;
  by: string;
  at: number;
  reason: string;
}

/** Visits are counted by these. An empty string stands for none. */
export interface VisitFacts {
  site: string;
  lander: LanderName;
  slug: string;
  variant: string;
  locale: Locale;
  /** Country of the address. */
  country: string;
  network: string;
  ref: string;
}

/** One painted lander, or one thing that was done there. It names no person, device or address. */
export interface VisitRow extends VisitFacts {
  _id: string;
  kind: VisitKind;
  at: number;
  /** A date, because the TTL index needs one. */
  forgetAt: Date;
}

/** The visits of one UTC day with the same facts; `_id` is the day and all of them. Counts are absolute. */
export interface VisitDayRow extends VisitFacts {
  _id: string;
  /** `YYYY-MM-DD`. */
  day: string;
  views: number;
  starts: number;
  swipes: number;
}

/** A name that visits are counted by; `_id` is `<site>:slug:<slug>`, `<site>:network:<network>` or `<site>:ref:<network>:<ref>`. */
export interface VisitNameRow {
  _id: string;
  /** When it came first. */
  at: number;
}

export const LANDERS = 'landers';
export const VISITS = 'visits';
export const VISIT_DAYS = 'visitDays';
export const VISIT_NAME_DAYS = 'visitNameDays';

export const landersOf = ({ connection }: Mongo) => connection.collection<LanderRow>(LANDERS);
export const visitsOf = ({ connection }: Mongo) => connection.collection<VisitRow>(VISITS);
export const visitDaysOf = ({ connection }: Mongo) => connection.collection<VisitDayRow>(VISIT_DAYS);

export const visitNamesOf = ({ connection }: Mongo) => connection.collection<VisitNameRow>('visitNames');
/** Numbers of new names; `_id` is `<site>:<day>:<slug, network or ref>`. */
export const visitNameDaysOf = ({ connection }: Mongo) => connection.collection<CounterDoc>(VISIT_NAME_DAYS);

export const landerId = (site: string, lander: LanderName, slug: string) => `${site}:${lander}:${slug}`;
