import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { DebitOrder, MandateWish, ProviderOrder } from '../ports.ts';

/** A request as a stand-in of a provider received it. */
export interface Received {
  method: string;
  /** Path with query. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** The parsed JSON; undefined without a body. */
  body: unknown;
}

/** Its answer. An object is sent as JSON, a text as it is. */
export interface Answer {
  status?: number;
  body?: object | string;
  headers?: Record<string, string>;
}

/** A stand-in of a provider at localhost that lives until the test ends, with what it received. */
export async function serveAnswers(
  answer: (request: Received, url: string) => Answer,
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  let url = '';
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = Buffer.concat(await request.toArray()).toString('utf8');
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    received.push(one);
    const { status = 200, body = '', headers: extra = {} } = answer(one, url);
    response.writeHead(status, { 'content-type': 'application/json', ...extra });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received };
}

/** The id of a payment made on 2026-11-29 at 02:00 UTC. */
export const REFERENCE = `${(1_795_917_600).toString(16)}0123456789abcdef`;

/** An order of a pack, 19.99 EUR. */
export const anOrder = (change: Partial<ProviderOrder> = {}): ProviderOrder => ({
  key: `${REFERENCE}-1`,
  reference: REFERENCE,
  cents: 1_999,
  currency: 'EUR',
  method: 'ideal',
  country: 'NL',
  locale: 'nl',
  words: { what: '60 credits', statement: 'HL SERVICES' },
  returnUrl: 'https://shop.example/transactions/1',
  webhookUrl: 'https://shop.example/api/payment-webhook.php?account=nl',
  expiresAt: Date.UTC(2026, 11, 12, 23, 30),
  ...change,
});

/** A mandate that a member signed on 2026-11-29 at 02:00 UTC. */
export const aMandate = (change: Partial<MandateWish> = {}): MandateWish => ({
  key: 'mandate-1',
  reference: 'HL0123456789ABCDEF01234567',
  debtor: {
    holder: 'Mara Vos',
    iban: 'NL91ABNA0417164300',
    email: 'mara@site.example',
    address: { street: 'Damrak', houseNumber: '1', zip: '1012 LG', city: 'Amsterdam', country: 'NL' },
  },
  signedAt: 1_795_917_600_000,
  locale: 'nl',
  ip: '203.0.113.7',
  userAgent: 'Browser/1',
  ...change,
});

/** A debit of a pack, 19.99 EUR, announced for the day after the mandate was signed. */
export const aDebit = (change: Partial<DebitOrder> = {}): DebitOrder => ({
  ...anOrder({ method: 'sdd' }),
  mandate: 'mdt_1',
  collectOn: '2026-11-30',
  ...change,
});

/** Everything that an iterable gives. */
export async function allOf<T>(given: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of given) all.push(one);
  return all;
}
