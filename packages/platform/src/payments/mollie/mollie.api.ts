import type { z } from 'zod';
import type { ProviderOrder, ProviderRefused } from '../../ports.ts';
import { type BoundedAnswer, readJson } from '../bounded-fetch.ts';
import { createJsonApi, type JsonApi } from '../json-api.ts';
import { mollieError } from './mollie.shapes.ts';

const ORIGIN = 'https://api.mollie.com';

/** Configuration of one account at Mollie. */
export interface MollieAccount {
  /** Name of the account. */
  account: string;
  /** API key: `live_…` or `test_…`. */
  key: string;
  /** Address of a local stand-in of Mollie. */
  url?: string | undefined;
}

export const LOCALES = {
  en: 'en_GB',
  nl: 'nl_NL',
  de: 'de_DE',
  es: 'es_ES',
  fr: 'fr_FR',
  it: 'it_IT',
  pl: 'pl_PL',
} as const satisfies Record<ProviderOrder['locale'], string>;

/** An amount as Mollie writes it. */
export const valueOf = (cents: number): string => (cents / 100).toFixed(2);

/** The calls of one account, and the base of its addresses. */
export interface Api extends JsonApi {
  base: string;
}

/**
 * The calls of an account.
 * @throws {TypeError} when `url` is not at localhost or 127.0.0.1.
 */
export function createApi({ account, key, url }: MollieAccount): Api {
  const headers = { authorization: `Bearer ${key}`, accept: 'application/hal+json' };
  const api = createJsonApi({
    account,
    origins: [ORIGIN],
    standIn: url,
    headers: () => headers,
    missing: [404, 410],
    refusalIn: (answer) => refusalIn(account, answer),
  });
  return { ...api, base: `${(url ?? ORIGIN).replace(/\/+$/, '')}/v2` };
}

/**
 * The pages of a list, the newest rows first.
 * @throws {ProviderUnavailable} when the list has more than `most` pages.
 */
export async function* pagesOf<T extends { _links: { next?: { href: string } | null | undefined } }>(
  api: Api,
  path: string,
  shape: z.ZodType<T>,
  most: number,
): AsyncGenerator<T> {
  let next: string | undefined = `${api.base}${path}`;
  for (let page = 0; next !== undefined; page += 1) {
    if (page === most) throw api.unavailable(`list longer than ${most} pages`);
    const answer: T | undefined = await api.get(next, shape);
    if (answer) yield answer;
    next = answer?._links.next?.href;
  }
}

/**
 * The definite no in an answer; undefined if it may have been done. A 400 says that the key was used for another
 * request, and a 409 that the first request still runs: both times something was opened.
 */
function refusalIn(
  account: string,
  answer: BoundedAnswer,
): { code: ProviderRefused['code']; detail: string } | undefined {
  const { status } = answer;
  if (status === 404 || status === 410) return { code: 'other', detail: 'unknown payment' };
  if (status !== 422) return undefined;
  const { field = '' } = mollieError.safeParse(readJson(account, answer)).data ?? {};
  return { code: codeOfField(field), detail: `field ${field.replace(/[^\w.]/g, '') || 'unnamed'} refused` };
}

function codeOfField(field: string): ProviderRefused['code'] {
  if (field === 'method') return 'method';
  if (field === 'consumerAccount') return 'iban';
  if (field === 'amount' || field.startsWith('amount.')) return 'amount';
  return field === 'restrictPaymentMethodsToCountry' ? 'country' : 'other';
}
