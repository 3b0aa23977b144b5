import type { CompanyInfo, SiteSettings } from '@heartline/contracts';
import type { Mongo } from '@heartline/platform';

/** What an operator set for one host; the rest are defaults. `site` joins several hosts into one site. */
export interface SiteRow extends Partial<SiteSettings> {
  _id: string;
  site?: string;
  company?: Partial<CompanyInfo>;
}

/** What is set here holds for every host that does not set it itself. */
export const DEFAULT_SITE = 'default';

export const sitesOf = ({ connection }: Mongo) => connection.collection<SiteRow>('sites');

/** What is wrong with a value, as the schemas say it. */
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
