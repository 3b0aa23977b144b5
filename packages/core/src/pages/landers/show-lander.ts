import { type LanderContent, type LanderName, LOCALES, type Locale } from '@heartline/contracts';
import { drawVariant } from '@heartline/domain';
import { createReadCache, type Mongo } from '@heartline/platform';
import type { CoreDeps } from '../../core-deps.ts';
import type { SiteOfHost } from '../../site/index.ts';
import { DEFAULT_SITE } from '../../site/site.model.ts';
import { type LanderRow, landerId, landersOf } from './lander.model.ts';

/** Visitors see an operator's change within this time, like one of a setting. */
const CACHE_MS = 5_000;
/** Upper limit of campaigns of one site. */
const MOST_LANDERS = 2_000;

/** A lander as a visitor asks for it. */
export interface WantedLander {
  lander: LanderName;
  slug?: string | undefined;
  /** A variant that was drawn before. */
  variant?: string | undefined;
  /** A language that the address or the call names. */
  locale?: Locale | undefined;
  /** The language of the visitor. */
  spoken: Locale;
  /** True if the visitor chose that language, which then goes before that of the campaign. */
  isChosen: boolean;
}

/** Campaigns of a site by id, its own and those of every site. */
export type SiteLanders = ReadonlyMap<string, LanderRow>;

/** Reads all campaigns of a site at once, so that an invented name costs no query. */
export async function readLanders(mongo: Mongo, site: string): Promise<SiteLanders> {
  const sites = [...new Set([DEFAULT_SITE, site])];
  const rows = await Promise.all(
    sites.map((one) => landersOf(mongo).find({ site: one }).sort({ _id: 1 }).limit(MOST_LANDERS).toArray()),
  );
  return new Map(rows.flat().map((row) => [row._id, row] as const));
}

/** Campaigns as gateways read them: at most a few seconds old. */
export function createLanderReads({ mongo, clock }: Pick<CoreDeps, 'mongo' | 'clock'>) {
  return createReadCache<SiteLanders>({ ttlMs: CACHE_MS, max: 1_000, now: clock.now }, async (sites) => {
    const read = sites.map(async (site) => [site, await readLanders(mongo, site)] as const);
    return new Map(await Promise.all(read));
  });
}

/** Content of a lander: one variant of its campaign. Without a campaign there is only the tag. */
export function showLander(all: SiteLanders, { site }: SiteOfHost, wanted: WantedLander): LanderContent {
  const { lander, slug, spoken } = wanted;
  const tag = { site, lander, ...(slug !== undefined && { slug }) };
  const row = [site, DEFAULT_SITE]
    .map((of) => all.get(landerId(of, lander, slug ?? '')))
    .find((one) => one && !one.off);
  const variant = row && variantOf(row, wanted.variant);
  if (!variant) return { tag, locale: wanted.locale ?? spoken, texts: null, pictures: [], video: null };
  const locale = wanted.locale ?? (wanted.isChosen ? spoken : (row.language ?? spoken));
  // A language that the site got after the campaign has none of its words.
  const shown = [locale, 'en' as const, ...LOCALES].find((one) => variant.texts[one]) ?? locale;
  return {
    tag: { ...tag, variant: variant.name },
    locale: shown,
    texts: variant.texts[shown] ?? null,
    pictures: variant.pictures,
    video: variant.video,
  };
}

function variantOf({ variants }: LanderRow, drawn: string | undefined) {
  return variants.find(({ name }) => name === drawn) ?? drawVariant(variants, Math.random());
}
