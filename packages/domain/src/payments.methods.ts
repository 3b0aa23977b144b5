import type { MethodReason, PaymentMethod, PaymentWay } from '@heartline/contracts';

const DAY_MS = 86_400_000;
const EURO_TRANSFERS = ['NL', 'BE', 'FR', 'IT', 'ES', 'DE', 'AT', 'IE'] as const;

/** Ways to pay with a proper name, the same in every language. */
export const METHOD_NAMES = {
  ideal: 'iDEAL | Wero',
  bancontact: 'Bancontact',
  blik: 'BLIK',
  prezelewy24: 'Przelewy24',
  giropay: 'giropay',
  sofort: 'Sofort',
  eps: 'EPS',
  paypal: 'PayPal',
  nexi: 'Nexi',
  applepay: 'Apple Pay',
  paysafecard: 'paysafecard',
} as const satisfies Partial<Record<PaymentMethod, string>>;

/** Facts of a way to pay, whoever the provider is. */
interface MethodFacts {
  /** Countries of payers; absent: every one. */
  countries?: readonly string[];
  /** Currencies; absent: every one. */
  currencies?: readonly string[];
  minCents: number;
  maxCents?: number;
  comes: PaymentWay['comes'];
  /** For how many days after the order the provider is still asked about it. */
  horizonDays: number;
  /** True if its scheme has closed: shown only where the site asks for retired ways. */
  isRetired?: true;
}

/** The fourteen ways to pay as data (S3-198 to S3-215). A new one at a known provider is a line here. */
const METHODS: Readonly<Record<PaymentMethod, MethodFacts>> = {
  ideal: { countries: ['NL'], currencies: ['EUR'], minCents: 100, comes: 'at-once', horizonDays: 3 },
  bancontact: { countries: ['BE'], currencies: ['EUR'], minCents: 100, comes: 'at-once', horizonDays: 3 },
  blik: { countries: ['PL'], currencies: ['PLN'], minCents: 100, comes: 'at-once', horizonDays: 3 },
  prezelewy24: {
    countries: ['PL'],
    currencies: ['PLN', 'EUR'],
    minCents: 100,
    comes: 'minutes',
    horizonDays: 3,
  },
  eps: { countries: ['AT'], currencies: ['EUR'], minCents: 100, comes: 'at-once', horizonDays: 3 },
  giropay: {
    countries: ['DE'],
    currencies: ['EUR'],
    minCents: 100,
    comes: 'at-once',
    horizonDays: 3,
    isRetired: true,
  },
  sofort: {
    countries: ['AT', 'BE', 'DE', 'NL', 'ES'],
    currencies: ['EUR'],
    minCents: 100,
    comes: 'day',
    horizonDays: 14,
    isRetired: true,
  },
  nexi: { countries: ['IT'], currencies: ['EUR'], minCents: 100, comes: 'at-once', horizonDays: 3 },
  applepay: { minCents: 50, comes: 'at-once', horizonDays: 3 },
  creditcard: { minCents: 50, comes: 'at-once', horizonDays: 3 },
  paypal: {
    currencies: ['EUR', 'USD', 'GBP', 'AUD', 'NZD', 'CAD', 'PLN', 'CHF'],
    minCents: 100,
    comes: 'at-once',
    horizonDays: 3,
  },
  paysafecard: {
    countries: ['AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'NL', 'PL', 'US', 'CA', 'AU', 'NZ'],
    currencies: ['EUR', 'GBP', 'CHF', 'PLN', 'USD', 'CAD', 'AUD', 'NZD'],
    minCents: 100,
    maxCents: 100_000,
    comes: 'at-once',
    horizonDays: 3,
  },
  sct: {
    countries: EURO_TRANSFERS,
    currencies: ['EUR'],
    minCents: 500,
    maxCents: 100_000,
    comes: 'day',
    horizonDays: 60,
  },
  sdd: {
    countries: EURO_TRANSFERS,
    currencies: ['EUR'],
    minCents: 100,
    maxCents: 10_000,
    comes: 'week',
    horizonDays: 90,
  },
};

/** The order in which ways are shown where the site sets none: the country’s own first, then those of everywhere. */
export const METHOD_ORDER = Object.keys(METHODS) as readonly PaymentMethod[];

/** For how long after an order its provider is asked about it, in milliseconds. */
export const methodHorizonMs = (method: PaymentMethod): number => METHODS[method].horizonDays * DAY_MS;

/** The facts that decide whether a way to pay can be had, besides the method itself. */
export interface MethodQuery {
  country: string;
  currency: string;
  /** The ways the site offers, in its order. */
  offered: readonly PaymentMethod[];
  /** True where the site still shows ways whose scheme has closed. */
  retired: boolean;
  /** The ways that are closed for this member; absent where no member asks. */
  blocked?: readonly PaymentMethod[];
  /** True if an account of this installation can serve the way. */
  isServed(method: PaymentMethod): boolean;
}

/** Why a way to pay can’t be had in this country, whatever the pack; null if it can. */
export function reasonAgainst(method: PaymentMethod, query: MethodQuery): MethodReason | null {
  const { countries, currencies, isRetired } = METHODS[method];
  if (isRetired && !query.retired) return 'retired';
  if (countries && !countries.includes(query.country)) return 'country';
  if (currencies && !currencies.includes(query.currency)) return 'currency';
  if (!query.offered.includes(method) || !query.isServed(method)) return 'closed';
  return query.blocked?.includes(method) ? 'blocked' : null;
}

/** True if a price is within what a way to pay takes. */
export function takesAmount(way: Pick<PaymentWay, 'minCents' | 'maxCents'>, cents: number): boolean {
  return cents >= way.minCents && (way.maxCents === null || cents <= way.maxCents);
}

/** Every way to pay with what a shop shows of it: those that can be had first, in the site’s order. */
export function paymentWays(query: MethodQuery): PaymentWay[] {
  const ordered = [...new Set([...query.offered, ...METHOD_ORDER])];
  const ways = ordered.map((id) => wayOf(id, query));
  return [...ways.filter((way) => way.reason === null), ...ways.filter((way) => way.reason !== null)];
}

/** One way to pay as it is offered in a country. */
export function wayOf(id: PaymentMethod, query: MethodQuery): PaymentWay {
  const { comes, minCents, maxCents = null } = METHODS[id];
  return {
    id,
    brands: brandsOf(id, query.country),
    comes,
    minCents,
    maxCents,
    reason: reasonAgainst(id, query),
  };
}

/** Card brands: Carte Bancaire is a French scheme (S3-209 to S3-212). */
function brandsOf(id: PaymentMethod, country: string): PaymentWay['brands'] {
  if (id !== 'creditcard') return [];
  return ['visa', 'mastercard', 'maestro', ...(country === 'FR' ? (['cartebancaire'] as const) : [])];
}
