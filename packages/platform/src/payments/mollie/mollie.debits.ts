import { type DebitOrder, type DirectDebits, type MandateWish, ProviderRefused } from '../../ports.ts';
import { withToken } from '../webhook-token.ts';
import { type Api, LOCALES, type MollieAccount, pagesOf, valueOf } from './mollie.api.ts';
import {
  type MollieMandate,
  mollieCustomer,
  mollieCustomerPage,
  mollieMandate,
  mollieMandatePage,
  molliePayment,
} from './mollie.shapes.ts';

/** Mollie forgets keys after an hour. A mandate that was signed longer ago is looked for before it is made again. */
const KEYS_HOLD_MS = 50 * 60_000;
/** Our clock and Mollie’s may differ by this. */
const CLOCK_SKEW_MS = 60_000;

const PAGE = 50;
/** Beyond so many customers since the signature, the list counts as endless. */
const MAX_PAGES = 40;

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' });

/**
 * Direct debits of one account, each mandate with a customer of its own. Our id of a mandate is `<customer>/<mandate>`.
 * Mollie debits on the next business day and takes no day of its own, so `collectOn` is not sent.
 */
export function createMollieDebits(api: Api, account: MollieAccount): DirectDebits {
  return {
    mandate: (wish) => mandate(api, wish),
    collect: (order) => collect(api, account, order),
    async revoke(id) {
      const { customer, mandate: named } = partsOf(api, id);
      await api.remove(`${mandatesOf(api, customer)}/${encodeURIComponent(named)}`);
    },
  };
}

const mandatesOf = ({ base }: Api, customer: string) =>
  `${base}/customers/${encodeURIComponent(customer)}/mandates`;

/** @throws {ProviderRefused} for an id that is not from here. */
function partsOf({ account }: Api, id: string): { customer: string; mandate: string } {
  const [customer = '', mandate = ''] = id.split('/');
  if (customer && mandate) return { customer, mandate };
  throw new ProviderRefused('other', `payment account ${account}: no such mandate`);
}

async function mandate(api: Api, wish: MandateWish): ReturnType<DirectDebits['mandate']> {
  const { key, reference, debtor, signedAt, locale } = wish;
  const earlier = Date.now() - signedAt > KEYS_HOLD_MS ? await earlierCustomer(api, wish) : undefined;
  const customer =
    earlier ??
    (await api.send(`${api.base}/customers`, mollieCustomer, {
      key: `${key}-customer`,
      body: { name: debtor.holder, locale: LOCALES[locale], metadata: { reference } },
    }));
  const known = earlier && (await earlierMandate(api, customer.id, reference));
  const made =
    known ??
    (await api.send(mandatesOf(api, customer.id), mollieMandate, {
      key,
      body: {
        method: 'directdebit',
        consumerName: debtor.holder,
        consumerAccount: debtor.iban,
        signatureDate: DAY.format(signedAt),
        mandateReference: reference,
      },
    }));
  if (made.status === 'invalid')
    throw new ProviderRefused('iban', `payment account ${api.account}: the mandate is invalid`);
  return { id: `${customer.id}/${made.id}`, reference: made.mandateReference ?? reference };
}

/** The customer that was made for a mandate, among those since it was signed; the newest come first. */
async function earlierCustomer(api: Api, { reference, signedAt }: MandateWish) {
  const path = `/customers?limit=${PAGE}`;
  for await (const page of pagesOf(api, path, mollieCustomerPage, MAX_PAGES)) {
    const { customers } = page._embedded;
    const found = customers.find(({ metadata }) => metadata.reference === reference);
    if (found) return found;
    if ((customers.at(-1)?.createdAt ?? 0) < signedAt - CLOCK_SKEW_MS) break;
  }
  return undefined;
}

/** A reference is unique: some banks refuse debits of a second mandate with the same one. */
async function earlierMandate(
  api: Api,
  customer: string,
  reference: string,
): Promise<MollieMandate | undefined> {
  const answer = await api.get(mandatesOf(api, customer), mollieMandatePage);
  return answer?._embedded.mandates.find(({ mandateReference }) => mandateReference === reference);
}

async function collect(api: Api, account: MollieAccount, order: DebitOrder): Promise<{ id: string }> {
  const { customer, mandate: named } = partsOf(api, order.mandate);
  const { id } = await api.send(`${api.base}/payments`, molliePayment, {
    key: order.key,
    body: {
      amount: { currency: order.currency, value: valueOf(order.cents) },
      // It stands on the bank statement, so it must be discreet.
      description: order.words.statement,
      redirectUrl: null,
      webhookUrl: withToken(order.webhookUrl, account, order.reference),
      method: 'directdebit',
      sequenceType: 'recurring',
      customerId: customer,
      mandateId: named,
      locale: LOCALES[order.locale],
      metadata: { reference: order.reference },
    },
  });
  return { id };
}
