import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { publicSettings } from './settings.ts';
import { at, country, done, nothing, text } from './shapes.ts';

export const getSettings = defineCall({
  name: 'getSettings',
  feature: 'site',
  summary: 'The settings of the site this host belongs to, with the visitor’s country.',
  access: 'public',
  method: 'GET',
  path: '/api/settings.php',
  input: z.looseObject({
    /** The host whose settings are wanted, when it is another one of this installation. */
    forced_domain: z.optional(z.string().check(z.maxLength(253))),
  }),
  output: z.strictObject({
    /** The settings. */
    settings: publicSettings,
    serverAt: z.int(),
  }),
  refusals: [],
  limit: 'read',
});

/**
 * The query with which a page asks for settings: its host as forced domain, and every parameter of its own query (S7-020,
 * S7-021). The secret of a one-time link is left out.
 */
export function settingsQueryOf(
  host: string,
  query: Iterable<readonly [string, string]>,
): Record<string, string> {
  const asked = new Map([['forced_domain', host], ...query]);
  asked.delete('token');
  return Object.fromEntries(asked);
}

export const regionEntry = z.strictObject({
  country,
  /** Code of the region within the country. */
  code: z.string(),
  /** Name in the caller’s language. */
  name: z.string(),
});

export const getRegions = defineCall({
  name: 'getRegions',
  feature: 'site',
  summary: 'Every region of the site’s countries, named in the caller’s language.',
  access: 'public',
  method: 'GET',
  path: '/api/regions.php',
  input: nothing,
  output: z.strictObject({
    /** All regions. */
    regions: z.array(regionEntry),
  }),
  refusals: [],
  limit: 'read',
});

/** The company that runs the site (specification, section 3). A text the operator left out is empty. */
export const companyInfo = z.strictObject({
  /** Name of the company. */
  name: text(120),
  /** Street and number. */
  address: text(200),
  /** Number in the trade register. */
  kvk: text(40),
  /** City. */
  city: text(80),
  /** Country, in words. */
  country: text(60),
  /** Names that it trades under. */
  tradenames: z.array(text(120)),
  /** VAT numbers. */
  vat_numbers: z.array(text(120)),
  /** Telephone number of customer service; empty without one. */
  support_phone: z.string().check(z.regex(/^$|^\+?[\d\s().-]{3,30}$/)),
  /** Percentage offered once to who is about to delete the account. */
  delete_discount: z.int().check(z.minimum(0), z.maximum(100)),
  /** When the company was added; terms are at least as young. */
  added: z.nullable(at),
});
export type CompanyInfo = z.infer<typeof companyInfo>;

export const DEFAULT_COMPANY: CompanyInfo = {
  name: '',
  address: '',
  kvk: '',
  city: '',
  country: '',
  tradenames: [],
  vat_numbers: [],
  support_phone: '',
  delete_discount: 0,
  added: null,
};

export const getCompanyInfo = defineCall({
  name: 'getCompanyInfo',
  feature: 'site',
  summary: 'Who runs the site this host belongs to.',
  access: 'public',
  method: 'GET',
  path: '/api/companyinfo.php',
  input: nothing,
  output: companyInfo,
  refusals: [],
  limit: 'read',
});

export const reportPageHidden = defineCall({
  name: 'reportPageHidden',
  feature: 'site',
  summary: 'Beacon sent when the page becomes hidden.',
  access: 'public',
  method: 'POST',
  path: '/api/page-hidden.php',
  input: nothing,
  output: done,
  refusals: [],
  limit: 'read',
});

export const reportPageBounce = defineCall({
  name: 'reportPageBounce',
  feature: 'site',
  summary:
    'Beacon of a page opened with `lb` and left without a press or a key: which page, and after how long. It is logged, without who it was.',
  access: 'public',
  method: 'POST',
  path: '/api/page-bounce.php',
  input: z.strictObject({
    /** The pattern of the address, such as `/members/$id/signup`, which names nobody. */
    page: z.string().check(z.regex(/^\/[a-z0-9$/-]{0,80}$/i)),
    /** For how long it was open, in milliseconds. */
    afterMs: z.int().check(z.minimum(0), z.maximum(86_400_000)),
  }),
  output: done,
  refusals: [],
  limit: 'read',
});
