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

/** A lander for a visitor. */
export interface ShownLander {
  content: LanderContent;
  /** The campaign's own language if it decides that of the page; undefined if the visitor or the address does. */
  language: Locale | undefined;
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

/** The campaigns of an address, ended ones too: the site's own first, then that of every site. */
export function campaignsOf(
  all: SiteLanders,
  { site, lander, slug }: { site: string; lander: LanderName; slug: string },
): LanderRow[] {
  return [site, DEFAULT_SITE].flatMap((of) => all.get(landerId(of, lander, slug)) ?? []);
}

/** Content of a lander: one variant of its campaign. Without a campaign there is only the tag. */
export function showLander(all: SiteLanders, { site }: SiteOfHost, wanted: WantedLander): ShownLander {
  const { lander, slug } = wanted;
  const tag = { site, lander, ...(slug !== undefined && { slug }) };
  const row = campaignsOf(all, { site, lander, slug: slug ?? '' }).find(({ off }) => !off);
  const variant = row && variantOf(row, wanted.variant);
  const { locale, language } = languagesOf(wanted, variant && row);
  if (!variant) return { content: { tag, locale, texts: null, pictures: [], video: null }, language };
  // A language that the site got after the campaign has none of its words. The page around them keeps its own.
  const worded = [locale, 'en' as const, ...LOCALES].find((one) => variant.texts[one]) ?? locale;
  const content = {
    tag: { ...tag, variant: variant.name },
    locale: worded,
    texts: variant.texts[worded] ?? null,
    pictures: variant.pictures,
    video: variant.video,
  };
  return { content, language };
}

/** The language of a page, and the campaign's own if that decides it. */
function languagesOf(
  { locale, isChosen, spoken }: WantedLander,
  campaign: LanderRow | undefined,
): { locale: Locale; language: Locale | undefined } {
  const language = (locale === undefined && !isChosen && campaign?.language) || undefined;
  return { locale: locale ?? language ?? spoken, language };
}

function variantOf({ variants }: LanderRow, drawn: string | undefined) {
  return variants.find(({ name }) => name === drawn) ?? drawVariant(variants, Math.random());
}
