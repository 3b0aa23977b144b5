import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContract, ErrorBody, InputOf, OutputOf } from '@heartline/contracts';

/** Address of a gateway for a test, with its own host name, which Node does not resolve. */
export interface GatewayAddress {
  address: string;
  origin: string;
}

export interface Answer<Body = unknown> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Body;
}

/** Thrown by `call` when the answer is a refusal. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;
  readonly error: ErrorBody['error'];
  readonly loggedOut: boolean;

  constructor(status: number, body: ErrorBody) {
    super(`${status} ${body.error?.code}`);
    this.status = status;
    this.error = body.error;
    this.loggedOut = body.authentication_required === true;
  }
}

/** Returns the refusal of a call. Throws if the call succeeds or fails otherwise. */
export async function refusalOf(call: Promise<unknown>): Promise<Refused> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === 'fulfilled') throw new Error('the call was not refused');
  if (!(outcome.reason instanceof Refused)) throw outcome.reason;
  return outcome.reason;
}

/** `OK`, the code of the refusal, or the message of another error. */
export function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'OK',
    (reason: unknown) => (reason instanceof Refused ? reason.error.code : String(reason)),
  );
}

/** A repeatable call is given up after this time. */
const TIMEOUT_MS = 30_000;
const AGAIN_MS = 250;

/** Cookies and headers of a browser, without a browser. */
export class HttpClient {
  readonly cookies = new Map<string, string>();
  readonly gateway: GatewayAddress;

  constructor(gateway: GatewayAddress) {
    this.gateway = gateway;
  }

  /** Value of the Cookie header. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /**
   * Makes a call of the contracts; throws `Refused` when it is refused. A call with its own key is repeated while the
   * answer is “try again”, as pages do: a busy database may stall for seconds.
   */
  async call<C extends CallContract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> {
    const hasKey = 'clientId' in (input as object);
    for (const deadline = performance.now() + TIMEOUT_MS; ; await sleep(AGAIN_MS)) {
      try {
        return await this.callOnce(contract, input);
      } catch (error) {
        const isNotNow = error instanceof Refused && error.error?.code === 'UNAVAILABLE';
        if (!hasKey || !isNotNow || performance.now() > deadline) throw error;
      }
    }
  }

  /** The same without a repeat: returns the first answer. */
  async callOnce<C extends CallContract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> {
    const { when } = contract as CallContract;
    const isQuery = contract.method === 'GET';
    const query = new URLSearchParams({ ...when, ...(isQuery ? texts(input as object) : {}) }).toString();
    const path = query ? `${contract.path}?${query}` : contract.path;
    const answer = await this.send(contract.method, path, isQuery ? undefined : JSON.stringify(input));
    if (answer.status >= 400) throw new Refused(answer.status, answer.body as ErrorBody);
    return answer.body as OutputOf<C>;
  }

  /** Sends any request, also one that our clients never send: the path goes out as it is given. */
  send(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        this.gateway.address,
        { method, path, headers: { ...this.#headers(body), ...headers }, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            this.#keepCookies(response.headers['set-cookie'] ?? []);
            const text = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed(text) });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  #headers(body: string | Buffer | undefined): Record<string, string> {
    return {
      host: new URL(this.gateway.origin).host,
      origin: this.gateway.origin,
      'sec-fetch-site': 'same-origin',
      'x-request-type': 'client',
      ...(this.cookies.size > 0 ? { cookie: this.cookie } : {}),
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    };
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';');
      const name = pair.slice(0, pair.indexOf('=')).trim();
      const value = pair.slice(pair.indexOf('=') + 1).trim();
      const ended = attributes.some((attribute) =>
        /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(attribute),
      );
      if (ended || value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

function texts(input: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
