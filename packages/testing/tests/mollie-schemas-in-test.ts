import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { CustomerResponse$inboundSchema } from 'mollie-api-typescript/models/customerresponse.js';
import { EntityChargeback$inboundSchema } from 'mollie-api-typescript/models/entitychargeback.js';
import { EntityCustomer$outboundSchema } from 'mollie-api-typescript/models/entitycustomer.js';
import { ErrorResponseLinks$inboundSchema } from 'mollie-api-typescript/models/errorresponse.js';
import { ListCustomerResponse$inboundSchema } from 'mollie-api-typescript/models/listcustomerresponse.js';
import { ListLinks$inboundSchema } from 'mollie-api-typescript/models/listlinks.js';
import { ListMandateResponse$inboundSchema } from 'mollie-api-typescript/models/listmandateresponse.js';
import { ListPaymentResponse$inboundSchema } from 'mollie-api-typescript/models/listpaymentresponse.js';
import { MandateRequest$outboundSchema } from 'mollie-api-typescript/models/mandaterequest.js';
import { MandateResponse$inboundSchema } from 'mollie-api-typescript/models/mandateresponse.js';
import { PaymentRequest$outboundSchema } from 'mollie-api-typescript/models/paymentrequest.js';
import { PaymentResponse$inboundSchema } from 'mollie-api-typescript/models/paymentresponse.js';
import { RefundRequest$outboundSchema } from 'mollie-api-typescript/models/refundrequest.js';
import { RefundResponse$inboundSchema } from 'mollie-api-typescript/models/refundresponse.js';
import { startCountingUnrecognized } from 'mollie-api-typescript/types/unrecognized.js';
import { z } from 'zod';

/** A schema of Mollie’s own SDK. */
interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: { message: string } };
}

/** One request to Mollie’s API and its answer. */
export interface Exchange {
  method: string;
  /** Path below the version, such as `/payments/tr_1`. */
  path: string;
  request?: unknown;
  status: number;
  answer: unknown;
}

const problem = z.strictObject({
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  field: z.string().optional(),
  _links: z.custom((links) => ErrorResponseLinks$inboundSchema.safeParse(links).success),
});

const embedding = z.looseObject({ _embedded: z.record(z.string(), z.array(z.unknown())).optional() });

/**
 * Holds an exchange against Mollie’s schemas and returns the problems. A request must consist of fields that Mollie knows. An answer may
 * have no others either, and no value that is missing in an enumeration, which the SDK itself would let pass.
 */
export function problemsOf({ method, path, request, status, answer }: Exchange): string[] {
  const problems = method === 'POST' ? problemsOfRequest(path, request, status) : [];
  if (status >= 400) {
    const { error } = problem.safeParse(answer);
    return error ? [...problems, `answer: ${error.message}`] : problems;
  }
  if (status === 204) return problems;
  const { _embedded: embedded = {}, ...rest } = embedding.parse(answer);
  const isList = /\/(payments|refunds|customers|mandates|chargebacks)(\?|$)/.test(path) && method === 'GET';
  const schema = answerOf(path);
  return [
    ...problems,
    ...(isList
      ? refusedBy(ListLinks$inboundSchema, rest['_links'], 'links')
      : refusedBy(schema, rest, 'answer')),
    ...Object.entries(embedded).flatMap(([name, parts]) =>
      parts.flatMap((part) => refusedBy(EMBEDDED[name], part, name)),
    ),
  ];
}

/** The parts of Mollie’s API, by the last word of a path. */
const PARTS = [
  { at: '/refunds', answer: RefundResponse$inboundSchema, request: RefundRequest$outboundSchema },
  { at: '/mandates', answer: MandateResponse$inboundSchema, request: MandateRequest$outboundSchema },
  { at: '/customers', answer: CustomerResponse$inboundSchema, request: EntityCustomer$outboundSchema },
];

const answerOf = (path: string): Schema =>
  PARTS.find(({ at }) => path.includes(at))?.answer ?? PaymentResponse$inboundSchema;

const EMBEDDED: Readonly<Record<string, Schema>> = {
  payments: ListPaymentResponse$inboundSchema,
  refunds: RefundResponse$inboundSchema,
  chargebacks: EntityChargeback$inboundSchema,
  customers: ListCustomerResponse$inboundSchema,
  mandates: ListMandateResponse$inboundSchema,
};

/** A request that was refused may be wrong; that is what the refusal says. */
function problemsOfRequest(path: string, request: unknown, status: number): string[] {
  if (status >= 400) return [];
  const schema: Schema = PARTS.find(({ at }) => path.endsWith(at))?.request ?? PaymentRequest$outboundSchema;
  const { success, data, error } = schema.safeParse(request);
  if (!success) return [`request: ${error?.message}`];
  return isDeepStrictEqual(data, request) ? [] : ['request: a field that Mollie does not know'];
}

function refusedBy(schema: Schema | undefined, value: unknown, name: string): string[] {
  const counting = startCountingUnrecognized();
  const { success, data, error } = schema?.safeParse(value) ?? { success: false };
  const unrecognized = counting.end();
  if (!success) return [`${name}: ${error?.message ?? 'unknown part'}`];
  if (unrecognized > 0) return [`${name}: ${unrecognized} values of no enumeration`];
  const known = new Set(Object.keys(data as object).map((key) => (key === 'links' ? '_links' : key)));
  const others = Object.keys(value as object).filter((key) => !known.has(key));
  return others.map((key) => `${name}: Mollie has no field ${key}`);
}

/** A stand-in of Mollie that passes everything on to the sandbox, and holds it against Mollie’s schemas. */
export interface SchemaCheck {
  /** Address for an account’s `url`. */
  url: string;
  exchanges: Exchange[];
  /** Every problem, with the request that it happened at. */
  problems: string[];
  stop(): Promise<void>;
}

/** Starts the check in front of the sandbox at `origin`. */
export async function startSchemaCheck(origin: string): Promise<SchemaCheck> {
  const exchanges: Exchange[] = [];
  const problems: string[] = [];
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray());
    const { method = 'GET', url = '', headers } = incoming;
    const answer = await forward(`${origin}${url}`, { method, headers }, body);
    const exchange: Exchange = {
      method,
      path: url.replace('/mollie/v2', ''),
      request: parsed(body),
      status: answer.status,
      answer: parsed(answer.body),
    };
    exchanges.push(exchange);
    problems.push(...problemsOf(exchange).map((one) => `${method} ${url}: ${one}`));
    outgoing.writeHead(answer.status, { 'content-type': 'application/hal+json' }).end(answer.body);
  }
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mollie`,
    exchanges,
    problems,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const parsed = (body: Buffer): unknown => (body.length === 0 ? undefined : JSON.parse(body.toString('utf8')));

/** With the host of the request, so that links in the answer lead here again. */
function forward(
  address: string,
  init: Pick<IncomingMessage, 'headers'> & { method: string },
  body: Buffer,
): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(address, init, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
    });
    outgoing.on('error', reject).end(body);
  });
}
