import type { CompanyInfo, PrivateSettings, SiteSettings } from '@heartline/contracts';
import type { Mongo } from '@heartline/platform';

/** An operator's settings for one host; the rest are defaults. `site` joins several hosts into one site. */
export interface SiteRow extends Partial<SiteSettings>, Partial<PrivateSettings> {
  _id: string;
  site?: string;
  company?: Partial<CompanyInfo>;
}

/** Its settings apply to every host that does not set its own. */
export const DEFAULT_SITE = 'default';

export const sitesOf = ({ connection }: Mongo) => connection.collection<SiteRow>('sites');

/** A fault of a value, as reported by the schema. */
export interface Issue {
  code?: string;
  minimum?: unknown;
  maximum?: unknown;
  values?: readonly unknown[];
}

/** The schema of one setting. */
export interface FieldSchema {
  safeParse(
    value: unknown,
  ): { success: true; data: unknown } | { success: false; error: { issues: readonly Issue[] } };
}
