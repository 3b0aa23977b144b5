import { type Gift, giftDefinition, type Locale, type SiteSettings } from '@heartline/contracts';
import { type CatalogueGift, giftCatalogue, presentGift } from '@heartline/domain';
import { createReadCache, type Mongo } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';

/** A gift as an operator defined it for a site; `_id` is `<site>:<id>`. `default` applies to every site. */
export interface GiftRow extends CatalogueGift {
  _id: string;
  site: string;
}

export const GIFTS = 'gifts';
const EVERY_SITE = 'default';
/** An operator's change is visible everywhere within this time, like a change of a setting. */
const CACHE_MS = 5_000;
/** Upper limit of gifts in one catalogue. */
const MOST = 500;

export const giftsOf = ({ connection }: Mongo) => connection.collection<GiftRow>(GIFTS);

/** Gifts of all sites and then of this site; skips invalid rows. */
export async function readGifts(mongo: Mongo, site: string): Promise<CatalogueGift[]> {
  const sites = [...new Set([EVERY_SITE, site])];
  const rows = await giftsOf(mongo)
    .find({ site: { $in: sites } })
    .limit(MOST)
    .toArray();
  const sound = rows.flatMap(({ _id, site: of, offered, ...rest }) => {
    const parsed = giftDefinition.safeParse(rest);
    return parsed.success ? [{ of, gift: { ...parsed.data, offered } }] : [];
  });
  return sites.flatMap((one) => sound.filter(({ of }) => of === one).map(({ gift }) => gift));
}

/** The catalogues of the sites, at most a few seconds old. */
export interface Gifts {
  find(site: string, id: string): Promise<CatalogueGift | undefined>;
  list(site: string, settings: SiteSettings, locale: Locale): Promise<{ gifts: Gift[] }>;
}

/** Reads catalogues for members and for sends. */
export function createGifts({ mongo, clock }: Pick<CoreDeps, 'mongo' | 'clock'>): Gifts {
  const catalogues = createReadCache<CatalogueGift[]>(
    { ttlMs: CACHE_MS, max: 1_000, now: clock.now },
    async (sites) =>
      new Map(
        await Promise.all(
          sites.map(async (site) => [site, giftCatalogue(await readGifts(mongo, site))] as const),
        ),
      ),
  );
  const catalogueOf = async (site: string) => (await catalogues.get(site)) ?? [];
  return {
    find: async (site, id) => (await catalogueOf(site)).find((one) => one.id === id),
    list: async (site, settings, locale) => ({
      gifts: (await catalogueOf(site)).map((one) => presentGift(one, settings, locale)),
    }),
  };
}
